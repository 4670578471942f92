import { addGroupScores, type Membership } from "./groups.ts";
import { NeighbourIndex, type NeighbourTitles } from "./neighbours.ts";
import { type NetworkData, NetworkEnsemble } from "./network.ts";
import type { SparseWeights } from "./sparse-weights.ts";
import { Vectorizer } from "./vectorizer.ts";
import { Vocabulary } from "./vocabulary.ts";

/** Share of the nearest training titles' votes beside the margins, which are about -1 to 1. */
const neighbourWeight = 0.45;

/** Everything a model is made of, as it is stored; see serialize.ts. */
export interface ModelData {
  categoryIds: readonly string[];
  hashes: Uint32Array;
  rarities: Uint16Array;
  /** A column per category, then one per group. */
  weights: SparseWeights;
  membership: Membership;
  neighbours: NeighbourTitles;
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

/** Predicts the category of a title: one linear model per category, blended with the nearest training titles and small neural networks. */
export class CategoryModel {
  readonly data: ModelData;
  readonly #vectorizer: Vectorizer;
  readonly #neighbours: NeighbourIndex;
  readonly #networks: NetworkEnsemble;

  constructor(data: ModelData) {
    this.data = data;
    this.#vectorizer = new Vectorizer(new Vocabulary(data.hashes, data.rarities));
    this.#neighbours = new NeighbourIndex(data.neighbours, data.hashes.length);
    this.#networks = new NetworkEnsemble(data.network, data.hashes.length);
  }

  /** Best categories first; empty when training saw none of the title's words (decisions 7.5). */
  predict(title: string, options: PredictOptions = {}): Prediction[] {
    const scores = this.score(title);
    return scores === undefined ? [] : rank(this.data.categoryIds, scores, options);
  }

  /** A score per category number (position in `data.categoryIds`), or undefined when no word is known. */
  score(title: string): Float64Array | undefined {
    const vector = this.#vectorizer;
    vector.vectorize(title);
    if (vector.wordCount === 0) return undefined;
    const { starts, scales, columns, weights, biases } = this.data.weights;
    const scores = Float64Array.from(biases);
    for (let i = 0; i < vector.size; i++) {
      const feature = vector.ids[i] ?? 0;
      const step = (vector.values[i] ?? 0) * (scales[feature] ?? 0);
      const end = starts[feature + 1] ?? 0;
      for (let entry = starts[feature] ?? 0; entry < end; entry++) {
        const column = columns[entry] ?? 0;
        scores[column] = (scores[column] ?? 0) + step * (weights[entry] ?? 0);
      }
    }
    this.#neighbours.addVotes(vector.wordIds.subarray(0, vector.wordCount), neighbourWeight, scores);
    addGroupScores(scores, this.data.membership);
    this.#networks.addScores(vector, scores);
    return scores.subarray(0, this.data.categoryIds.length);
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
