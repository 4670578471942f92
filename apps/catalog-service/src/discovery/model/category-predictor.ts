import { type CategoryModel, type Prediction, type PredictOptions, rank } from "./category-model.ts";
import type { LabeledTitle } from "./features/training-set.ts";
import { RecentTitles } from "./neighbors/recent-titles.ts";
import { NewCategories } from "./new-categories/new-categories.ts";

/** Outweighs the whole range of the model's scores (about -2 to 3) when a recent title has the same words. */
const recentWeight = 6;
/** Initial score of a category that the model does not know: about that of an ordinary wrong category. */
const unseenScore = -1.5;

/** The predictor of one site: its trained model plus the titles labeled since, which count at once. */
export class CategoryPredictor {
  readonly #model: CategoryModel;
  readonly #recentTitles = new RecentTitles();
  readonly #newCategories: NewCategories;

  constructor(model: CategoryModel) {
    this.#model = model;
    this.#newCategories = new NewCategories(model);
  }

  /** Adds a newly labeled title; it counts from the next prediction on. */
  add(title: LabeledTitle): void {
    this.#recentTitles.add(title);
    this.#newCategories.add(title);
  }

  /** See `CategoryModel.confidentCategory`; recent titles do not count. */
  confidentCategory(title: string): string | undefined {
    return this.#model.confidentCategory(title);
  }

  /** Best categories first; empty when no part of a word is in training or a recent title (decisions 7.5). */
  predict(title: string, options: PredictOptions = {}): Prediction[] {
    const scores = this.#model.score(title);
    const votes = this.#recentTitles.votes(title);
    const added = this.#newCategories.scores(title);
    if (votes === undefined && added.length === 0)
      return scores ? rank(this.#model.data.categoryIds, scores, options) : [];
    const known = this.#model.data.categoryIds;
    const categoryIds = [...known, ...added.map(({ categoryId }) => categoryId)];
    const blended = scores ? Array.from(scores) : known.map(() => unseenScore);
    for (const { score } of added) blended.push(score);
    for (const { categoryId, strength } of votes ?? []) {
      const present = categoryIds.indexOf(categoryId);
      const category = present < 0 ? categoryIds.push(categoryId) - 1 : present;
      blended[category] = (blended[category] ?? unseenScore) + recentWeight * strength;
    }
    return rank(categoryIds, blended, options);
  }
}
