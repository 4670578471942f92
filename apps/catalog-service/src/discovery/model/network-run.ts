import type { Membership } from "./groups.ts";
import type { TitleMatrix } from "./matrix.ts";
import { NetworkHead, randomNumbers } from "./network-head.ts";
import { cutAtZero, hiddenSize } from "./network-layers.ts";

/** Share of a title's features left out at each look at it, so that none is relied on alone. */
const dropShare = 0.5;

/** The titles of one site to learn from, with the site's categories. */
export interface Lesson {
  matrix: TitleMatrix;
  labels: Uint16Array;
  membership: Membership;
}

/** What the networks learn from, and how large they may become. */
export interface NetworkTask {
  /** The site the networks are for. */
  own: Lesson;
  /** Other sites of its language, from whose titles they learn what words mean; over the same features. */
  siblings: readonly Lesson[];
  /** Bytes the stored embeddings may take. */
  byteLimit: number;
}

/**
 * One network while it learns: embeddings summed over a title's features, cut at zero, and for each lesson a softmax over its categories.
 * Steps shrink with what a number has moved already (AdaGrad), for embeddings by feature.
 */
export class NetworkRun {
  /** By place of a feature `hiddenSize` numbers. */
  readonly embeddings: Float32Array;
  readonly #heads: NetworkHead[];
  readonly #random: () => number;
  /** By feature number its place, or -1. */
  readonly #places: Int32Array;
  readonly #moved: Float32Array;
  /** Of the title being learnt: places and values of the features kept. */
  readonly #kept: { places: Uint32Array; values: Float32Array; count: number };
  readonly #hidden = new Float32Array(hiddenSize);
  readonly #gradient = new Float32Array(hiddenSize);

  constructor({ own, siblings }: NetworkTask, features: Uint32Array, random: () => number) {
    this.#random = random;
    this.#places = new Int32Array(own.matrix.featureCount).fill(-1);
    features.forEach((feature, place) => {
      this.#places[feature] = place;
    });
    const spread = 0.5 * Math.sqrt(3 / hiddenSize);
    this.embeddings = randomNumbers(features.length * hiddenSize, spread, random);
    this.#heads = [own, ...siblings].map(
      ({ membership }) => new NetworkHead(membership, this.#hidden, random),
    );
    this.#moved = new Float32Array(features.length);
    this.#kept = {
      places: new Uint32Array(features.length),
      values: new Float32Array(features.length),
      count: 0,
    };
  }

  /** By category of the own site `hiddenSize` weights and a bias. */
  get outputs(): Float32Array {
    return this.#heads[0]?.outputs ?? new Float32Array();
  }

  /** Takes one step towards the category of a row of a lesson, the own one being number 0. */
  learn({ matrix, labels }: Lesson, at: { lesson: number; row: number; rate: number }): void {
    this.#keepFeatures(matrix, at.row);
    this.#fillHidden();
    this.#heads[at.lesson]?.learn(labels[at.row] ?? 0, at.rate, this.#gradient);
    this.#stepEmbeddings(at.rate);
  }

  #keepFeatures({ starts, ids, values }: TitleMatrix, row: number): void {
    const kept = this.#kept;
    kept.count = 0;
    const end = starts[row + 1] ?? 0;
    for (let i = starts[row] ?? 0; i < end; i++) {
      const place = this.#places[ids[i] ?? 0] ?? -1;
      if (place < 0 || this.#random() < dropShare) continue;
      kept.places[kept.count] = place;
      kept.values[kept.count] = (values[i] ?? 0) / (1 - dropShare);
      kept.count++;
    }
  }

  #fillHidden(): void {
    const { places, values, count } = this.#kept;
    const hidden = this.#hidden.fill(0);
    const embeddings = this.embeddings;
    for (let i = 0; i < count; i++) {
      const start = (places[i] ?? 0) * hiddenSize;
      const value = values[i] ?? 0;
      for (let j = 0; j < hiddenSize; j++) {
        hidden[j] = (hidden[j] ?? 0) + value * (embeddings[start + j] ?? 0);
      }
    }
    cutAtZero(hidden);
  }

  #stepEmbeddings(rate: number): void {
    const gradient = this.#gradient;
    const hidden = this.#hidden;
    let square = 0;
    for (let j = 0; j < hiddenSize; j++) {
      if ((hidden[j] ?? 0) === 0) gradient[j] = 0;
      square += (gradient[j] ?? 0) ** 2;
    }
    if (square === 0) return;
    const { places, values, count } = this.#kept;
    const embeddings = this.embeddings;
    for (let i = 0; i < count; i++) {
      const place = places[i] ?? 0;
      const value = values[i] ?? 0;
      const moved = (this.#moved[place] ?? 0) + (square / hiddenSize) * value * value;
      this.#moved[place] = moved;
      const step = (rate * value) / Math.sqrt(moved + 1e-8);
      const start = place * hiddenSize;
      for (let j = 0; j < hiddenSize; j++) {
        embeddings[start + j] = (embeddings[start + j] ?? 0) - step * (gradient[j] ?? 0);
      }
    }
  }
}
