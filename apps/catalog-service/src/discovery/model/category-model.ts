import { type LinearData, LinearModel } from "./linear/linear-model.ts";
import { ProfileIndex } from "./neighbors/profile-index.ts";
import type { ProfiledTitles } from "./neighbors/profiles.ts";
import { type NetworkData, NetworkEnsemble } from "./network/network-ensemble.ts";

/** Everything a model is made of, as it is stored; see serialize.ts. */
export interface ModelData extends LinearData {
  categoryIds: readonly string[];
  profiles: ProfiledTitles;
  network: NetworkData;
}

/** A category with its score: comparable within one answer only, higher is more probable. */
export interface Prediction {
  categoryId: string;
  score: number;
}

export interface PredictOptions {
  /** Most predictions to return; all by default. */
  limit?: number;
  /** Which categories may be answered; all by default. */
  allowed?: (categoryId: string) => boolean;
}

/**
 * Predicts the category of a title: a linear model, blended with small neural networks and with the titles of which the linear
 * model believed much the same before it had seen them.
 */
export class CategoryModel {
  readonly data: ModelData;
  readonly #linear: LinearModel;
  readonly #profiles: ProfileIndex;
  readonly #networks: NetworkEnsemble;

  constructor(data: ModelData) {
    this.data = data;
    this.#linear = new LinearModel(data);
    this.#profiles = new ProfileIndex(data.profiles, data.categoryIds.length);
    this.#networks = new NetworkEnsemble(data.network, data.hashes.length);
  }

  /** Best categories first; empty when training saw none of the title's words (decisions 7.5). */
  predict(title: string, options: PredictOptions = {}): Prediction[] {
    const scores = this.score(title);
    return scores === undefined ? [] : rank(this.data.categoryIds, scores, options);
  }

  /**
   * The category that a title is surely of, if any: the linear model alone takes it for one of that category's titles. (Networks and
   * profiles choose among categories; that one of them comes first says nothing of how sure that is.)
   */
  meant(title: string): string | undefined {
    const scores = this.#linear.score(title);
    const [best] = scores ? rank(this.data.categoryIds, scores, { limit: 1 }) : [];
    return best && best.score > 0 ? best.categoryId : undefined;
  }

  /** A score per category number (position in `data.categoryIds`), or undefined when no word is known. */
  score(title: string): Float64Array | undefined {
    const scores = this.#linear.score(title);
    if (scores === undefined) return undefined;
    this.#profiles.addVotes(scores);
    this.#networks.addScores(this.#linear.vector, scores);
    return scores;
  }
}

/** The allowed categories by falling score, at most `limit`; equal scores keep the order of the categories. */
export function rank(
  categoryIds: readonly string[],
  scores: ArrayLike<number>,
  { limit = categoryIds.length, allowed = () => true }: PredictOptions,
): Prediction[] {
  // A few out of thousands are asked for, so the best are kept while passing by, instead of sorting all.
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
