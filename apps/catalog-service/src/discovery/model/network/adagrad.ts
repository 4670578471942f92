import type { TitleMatrix } from "../features/sparse-matrix.ts";
import type { Membership } from "../linear/groups.ts";
import { cutAtZero, hiddenSize } from "./layers.ts";
import { NetworkHead, randomNumbers } from "./output-head.ts";

/** Share of a title's features left out at each look at it, so that none is relied on alone. */
const dropShare = 0.5;

/** Features whose embeddings are added at a time: while one is fetched from memory the others are, too. */
const stride = 4;

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
  readonly #lessons: readonly Lesson[];
  readonly #heads: NetworkHead[];
  readonly #random: () => number;
  readonly #moved: Float32Array;
  /** Of the title being learned: places and values of the features kept. */
  readonly #kept: { places: Uint32Array; values: Float32Array; count: number };
  readonly #hidden = new Float32Array(hiddenSize);
  readonly #gradient = new Float32Array(hiddenSize);

  /** Learns `lessons` whose matrices have the features with an embedding only, numbered by place; the site's own is the first. */
  constructor(lessons: readonly Lesson[], random: () => number) {
    const featureCount = lessons[0]?.matrix.featureCount ?? 0;
    this.#lessons = lessons;
    this.#random = random;
    const spread = 0.5 * Math.sqrt(3 / hiddenSize);
    this.embeddings = randomNumbers(featureCount * hiddenSize, spread, random);
    this.#heads = lessons.map(({ membership }) => new NetworkHead(membership, this.#hidden, random));
    this.#moved = new Float32Array(featureCount);
    const room = featureCount + stride;
    this.#kept = { places: new Uint32Array(room), values: new Float32Array(room), count: 0 };
  }

  /** By category of the own site `hiddenSize` weights and a bias. */
  get outputs(): Float32Array {
    return this.#heads[0]?.outputs ?? new Float32Array();
  }

  /** Takes one step toward the category of a row of a lesson. */
  learn({ lesson, row, rate }: { lesson: number; row: number; rate: number }): void {
    const titles = this.#lessons[lesson];
    const head = this.#heads[lesson];
    if (!titles || !head) throw new Error(`there is no lesson ${lesson}`);
    this.#keepFeatures(titles.matrix, row);
    this.#fillHidden();
    head.learn(titles.labels[row] ?? 0, rate, this.#gradient);
    this.#stepEmbeddings(rate);
  }

  #keepFeatures({ starts, ids, values }: TitleMatrix, row: number): void {
    const kept = this.#kept;
    const end = starts[row + 1] ?? 0;
    let count = 0;
    for (let i = starts[row] ?? 0; i < end; i++) {
      // A feature that is not kept is overwritten by the next.
      kept.places[count] = ids[i] ?? 0;
      kept.values[count] = (values[i] ?? 0) / (1 - dropShare);
      count += this.#random() < dropShare ? 0 : 1;
    }
    kept.count = count;
    kept.values.fill(0, count, count + stride);
  }

  #fillHidden(): void {
    const hidden = this.#hidden.fill(0);
    for (let first = 0; first < this.#kept.count; first += stride) this.#addFeatures(first);
    cutAtZero(hidden);
  }

  #addFeatures(first: number): void {
    const { places, values } = this.#kept;
    const hidden = this.#hidden;
    const embeddings = this.embeddings;
    const a = (places[first] ?? 0) * hiddenSize;
    const b = (places[first + 1] ?? 0) * hiddenSize;
    const c = (places[first + 2] ?? 0) * hiddenSize;
    const d = (places[first + 3] ?? 0) * hiddenSize;
    const valueA = values[first] ?? 0;
    const valueB = values[first + 1] ?? 0;
    const valueC = values[first + 2] ?? 0;
    const valueD = values[first + 3] ?? 0;
    for (let j = 0; j < hiddenSize; j++) {
      let sum = Math.fround((hidden[j] ?? 0) + valueA * (embeddings[a + j] ?? 0));
      sum = Math.fround(sum + valueB * (embeddings[b + j] ?? 0));
      sum = Math.fround(sum + valueC * (embeddings[c + j] ?? 0));
      hidden[j] = sum + valueD * (embeddings[d + j] ?? 0);
    }
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
