import { Spelling } from "./features/spelling.ts";
import type { TfIdfVectorizer } from "./features/tf-idf.ts";
import type { Vocabulary } from "./features/vocabulary.ts";
import { type LinearData, LinearModel } from "./linear/linear-model.ts";
import { Network, type NetworkData } from "./network/network.ts";

/** Everything that is stored of a model; see storage/serialize.ts. */
export interface ModelData extends LinearData {
  categoryIds: readonly string[];
  /** The words that typing errors are corrected to; see features/spelling.ts. */
  words: readonly string[];
  /** Titles that a category which comes later is told apart from; see new-categories/. */
  rivals: readonly string[];
  network: NetworkData;
}

/** Above 0, because the votes of neighbors raise a wrong category, too. */
const confidentScore = 0.1;

/** A category with its score. Scores are comparable within one answer only; higher is more probable. */
export interface Prediction {
  categoryId: string;
  score: number;
}

export interface PredictOptions {
  /** Maximum number of predictions; all by default. */
  limit?: number;
  /** Filters the predicted categories; all by default. */
  allowed?: (categoryId: string) => boolean;
}

/**
 * Predicts the category of a title. The score of a category is the sum of two parts: the linear model and a
 * small neural network. README.md explains each.
 */
export class CategoryModel {
  readonly data: ModelData;
  readonly #linear: LinearModel;
  readonly #network: Network;

  constructor(data: ModelData) {
    this.data = data;
    this.#linear = new LinearModel(data, new Spelling(data.words));
    this.#network = new Network(data.network, data.hashes.length);
  }

  /** Makes vectors of titles. */
  get vector(): TfIdfVectorizer<Vocabulary> {
    return this.#linear.vector;
  }

  /** Best categories first; empty when no word and no part of a word was in training (decisions 7.5). */
  predict(title: string, options: PredictOptions = {}): Prediction[] {
    const scores = this.score(title);
    return scores === undefined ? [] : rank(this.data.categoryIds, scores, options);
  }

  /**
   * The category of a title if the linear model is confident: the title is well on the positive side of the
   * category's margin. The network only ranks categories, so that its score says nothing about confidence.
   */
  confidentCategory(title: string): string | undefined {
    const scores = this.#linear.score(title);
    const [best] = scores ? rank(this.data.categoryIds, scores, { limit: 1 }) : [];
    return best && best.score > confidentScore ? best.categoryId : undefined;
  }

  /** A score per category number (index into `data.categoryIds`); undefined when the title is unknown. */
  score(title: string): Float64Array | undefined {
    const scores = this.#linear.score(title);
    if (scores === undefined) return undefined;
    this.#network.addScores(this.#linear.vector, scores);
    return scores;
  }
}

/** The allowed categories by descending score, at most `limit`; ties keep the order of the categories. */
export function rank(
  categoryIds: readonly string[],
  scores: ArrayLike<number>,
  { limit = categoryIds.length, allowed = () => true }: PredictOptions,
): Prediction[] {
  // Insertion into a short list, because sorting thousands of categories for a few would cost more.
  const best: Prediction[] = [];
  categoryIds.forEach((categoryId, category) => {
    const score = scores[category] ?? 0;
    if (best.length >= limit && score <= (best.at(-1)?.score ?? Number.POSITIVE_INFINITY)) return;
    if (!allowed(categoryId)) return;
    let place = best.length;
    while (place > 0 && (best[place - 1]?.score ?? 0) < score) place--;
    best.splice(place, 0, { categoryId, score });
    if (best.length > limit) best.pop();
  });
  return best;
}
