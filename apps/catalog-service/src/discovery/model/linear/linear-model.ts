import type { Spelling } from "../features/spelling.ts";
import { TfIdfVectorizer } from "../features/tf-idf.ts";
import { Vocabulary } from "../features/vocabulary.ts";
import { NeighborIndex, type NeighborTitles } from "../neighbors/nearest-neighbors.ts";
import { addGroupScores, type Membership } from "./groups.ts";
import type { SparseWeights } from "./sparse-weights.ts";

/** Weight of the nearest neighbors' votes beside the margins, which are about -1 to 1. */
const neighborWeight = 0.5;

/** The stored form of a linear model. */
export interface LinearData {
  hashes: Uint32Array;
  idfWeights: Uint16Array;
  /** One column per category, then one per group. */
  weights: SparseWeights;
  membership: Membership;
  neighbors: NeighborTitles;
}

/** One-vs-rest SVM margins of categories and groups, plus the votes of the nearest training titles. */
export class LinearModel {
  /** The vector of the last scored title. */
  readonly vector: TfIdfVectorizer<Vocabulary>;
  readonly #weights: SparseWeights;
  readonly #membership: Membership;
  readonly #neighbors: NeighborIndex;

  constructor({ hashes, idfWeights, weights, membership, neighbors }: LinearData, spelling?: Spelling) {
    this.vector = new TfIdfVectorizer(new Vocabulary(hashes, idfWeights), spelling);
    this.#weights = weights;
    this.#membership = membership;
    this.#neighbors = new NeighborIndex(neighbors, hashes.length);
  }

  /** A score per category number, about -2 to 2, or undefined when no word and no part of a word is known. */
  score(title: string): Float64Array | undefined {
    const vector = this.vector;
    vector.vectorize(title);
    if (vector.size === 0) return undefined;
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
