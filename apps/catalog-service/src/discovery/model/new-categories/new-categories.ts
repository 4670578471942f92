import type { CategoryModel } from "../category-model.ts";
import { buildMatrix, type TitleMatrix } from "../features/sparse-matrix.ts";
import { TfIdfVectorizer } from "../features/tf-idf.ts";
import type { LabeledTitle } from "../features/training-set.ts";
import { GrowingVocabulary } from "./growing-vocabulary.ts";
import { type Column, marginOf, trainColumn } from "./new-category.ts";

/** More categories and titles than these are a reason to train the site, not to remember them here. */
const maxCategories = 500;
const maxTitlesEach = 200;
/** Columns are trained when they are asked for; after a large import a few with each prediction. */
const columnsAtOnce = 8;
/** A column is trained again when its category has this many times the titles. */
const growth = 1.2;

interface NewCategory {
  titles: Set<string>;
  column: Column | undefined;
  /** Number of titles that the column was trained from. */
  learned: number;
}

/** The categories that a model does not know, each with a column trained from its first titles. */
export class NewCategories {
  readonly #model: CategoryModel;
  readonly #known: ReadonlySet<string>;
  readonly #categories = new Map<string, NewCategory>();
  readonly #categoryOf = new Map<string, string>();
  readonly #due = new Set<NewCategory>();
  /** None before the first new category, which most models never meet. */
  #vector: TfIdfVectorizer<GrowingVocabulary> | undefined;
  #rivals: TitleMatrix | undefined;

  constructor(model: CategoryModel) {
    this.#model = model;
    this.#known = new Set(model.data.categoryIds);
  }

  /** Adds a labeled title, or moves it to another category. */
  add({ title, categoryId }: LabeledTitle): void {
    if (this.#model.data.rivals.length === 0) return;
    const former = this.#categoryOf.get(title);
    if (former === categoryId) return;
    if (former !== undefined) this.#remove(title, former);
    if (!this.#known.has(categoryId)) this.#insert(title, categoryId);
  }

  /**
   * The score of each new category for a title, comparable with the model's; none for a title without a known
   * feature. First trains a few of the columns whose titles have changed.
   */
  scores(title: string): { categoryId: string; score: number }[] {
    const vector = this.#vector;
    if (!vector || this.#categories.size === 0) return [];
    this.#train(vector);
    vector.vectorize(title);
    if (vector.size === 0) return [];
    return [...this.#categories].flatMap(([categoryId, { column }]) =>
      column ? [{ categoryId, score: scoreOf(marginOf(vector, column)) }] : [],
    );
  }

  #train(vector: TfIdfVectorizer): void {
    for (const category of [...this.#due].slice(0, columnsAtOnce)) {
      this.#due.delete(category);
      this.#rivals ??= buildMatrix(this.#model.data.rivals, vector);
      category.column = trainColumn(buildMatrix([...category.titles], vector), this.#rivals);
      category.learned = category.titles.size;
    }
  }

  #insert(title: string, categoryId: string): void {
    const known = this.#categories.get(categoryId);
    if (!known && this.#categories.size >= maxCategories) return;
    const category = known ?? { titles: new Set(), column: undefined, learned: 0 };
    if (category.titles.size >= maxTitlesEach) return;
    this.#vector ??= growingVectorizer(this.#model);
    this.#vector.vocabulary.learn(title);
    this.#categories.set(categoryId, category);
    this.#categoryOf.set(title, categoryId);
    category.titles.add(title);
    if (category.titles.size >= growth * category.learned) this.#due.add(category);
  }

  #remove(title: string, categoryId: string): void {
    const category = this.#categories.get(categoryId);
    this.#categoryOf.delete(title);
    category?.titles.delete(title);
    if (!category) return;
    if (category.titles.size > 0) this.#due.add(category);
    else {
      this.#due.delete(category);
      this.#categories.delete(categoryId);
    }
  }
}

function growingVectorizer({ vector }: CategoryModel): TfIdfVectorizer<GrowingVocabulary> {
  return new TfIdfVectorizer(new GrowingVocabulary(vector.vocabulary), vector.spelling);
}

/**
 * Brings a margin to the scale of the model's scores, of which the network and votes are most. Few titles
 * share little with others of their category, so that even a slightly higher margin than usual counts.
 */
function scoreOf(margin: number): number {
  return Math.min(8 * margin + 7.8, 4 * margin + 4);
}
