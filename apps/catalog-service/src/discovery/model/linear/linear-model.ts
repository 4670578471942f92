import { Vectorizer } from "../features/tf-idf.ts";
import { Vocabulary } from "../features/vocabulary.ts";
import { NeighborIndex, type NeighborTitles } from "../neighbors/nearest-neighbors.ts";
import { addGroupScores, type Membership } from "./groups.ts";
import type { SparseWeights } from "./sparse-weights.ts";

/** Share of the nearest training titles' votes beside the margins, which are about -1 to 1. */
const neighborWeight = 0.3;

/** What a linear model knows, as it is stored. */
export interface LinearData {
  hashes: Uint32Array;
  rarities: Uint16Array;
  /** A column per category, then one per group. */
  weights: SparseWeights;
  membership: Membership;
  neighbors: NeighborTitles;
}

/** Scores a title by its features: the margins of the categories and of their groups, and the votes of titles with the same words. */
export class LinearModel {
  /** Of the title scored last. */
  readonly vector: Vectorizer;
  readonly #weights: SparseWeights;
  readonly #membership: Membership;
  readonly #neighbors: NeighborIndex;

  constructor({ hashes, rarities, weights, membership, neighbors }: LinearData) {
    this.vector = new Vectorizer(new Vocabulary(hashes, rarities));
    this.#weights = weights;
    this.#membership = membership;
    this.#neighbors = new NeighborIndex(neighbors, hashes.length);
  }

  /** A score per category number, about -2 to 2, or undefined when no word is known. */
  score(title: string): Float64Array | undefined {
    const vector = this.vector;
    vector.vectorize(title);
    if (vector.wordCount === 0) return undefined;
    const { starts, scales, columns, weights, biases } = this.#weights;
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
    this.#neighbors.addVotes(vector.wordIds.subarray(0, vector.wordCount), neighborWeight, scores);
    addGroupScores(scores, this.#membership);
    return scores.subarray(0, this.#membership.starts.length - 1);
  }
}
