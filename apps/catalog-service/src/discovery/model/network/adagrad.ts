import type { TitleMatrix } from "../features/sparse-matrix.ts";
import { hiddenSize, relu } from "./layers.ts";
import { OutputHead, uniform } from "./output-head.ts";

/** Dropout: the share of features left out in each step, so that the network relies on no single one. */
const dropoutRate = 0.5;

/** The vectorized titles of one site with their labels. */
export interface NetworkDataset {
  matrix: TitleMatrix;
  labels: Uint16Array;
  categoryCount: number;
}

/** The input of network training. */
export interface NetworkTask {
  /** The site to predict for. */
  own: NetworkDataset;
  /** Sibling sites over the same features; see training/siblings.ts. */
  siblings: readonly NetworkDataset[];
  /** Maximum stored size of the embeddings. */
  byteLimit: number;
}

/**
 * Trains one network by stochastic gradient descent with AdaGrad: a weighted sum of feature embeddings, ReLU,
 * and a softmax head for each dataset. The embeddings have one AdaGrad accumulator per feature.
 */
export class NetworkTrainer {
  /** `hiddenSize` weights for each feature. */
  readonly embeddings: Float32Array;
  readonly #datasets: readonly NetworkDataset[];
  readonly #heads: OutputHead[];
  readonly #random: () => number;
  readonly #squaredGradients: Float32Array;
  /** The features of the current title that dropout kept. */
  readonly #kept: { places: Uint32Array; values: Float32Array; count: number };
  readonly #hidden = new Float32Array(hiddenSize);
  readonly #gradient = new Float32Array(hiddenSize);

  /** The matrices hold only features with an embedding; the first dataset is the site's own. */
  constructor(datasets: readonly NetworkDataset[], random: () => number) {
    const featureCount = datasets[0]?.matrix.featureCount ?? 0;
    this.#datasets = datasets;
    this.#random = random;
    const spread = 0.5 * Math.sqrt(3 / hiddenSize);
    this.embeddings = uniform(featureCount * hiddenSize, spread, random);
    this.#heads = datasets.map(({ categoryCount }) => new OutputHead(categoryCount, this.#hidden, random));
    this.#squaredGradients = new Float32Array(featureCount);
    this.#kept = { places: new Uint32Array(featureCount), values: new Float32Array(featureCount), count: 0 };
  }

  /** The own head: for each category `hiddenSize` weights and a bias. */
  get outputs(): Float32Array {
    return this.#heads[0]?.outputs ?? new Float32Array();
  }

  /** Takes one gradient step on a row of a dataset. */
  learn({ dataset, row, rate }: { dataset: number; row: number; rate: number }): void {
    const titles = this.#datasets[dataset];
    const head = this.#heads[dataset];
    if (!titles || !head) throw new Error(`there is no dataset ${dataset}`);
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
      // Branch-free: a dropped feature is overwritten by the next one.
      kept.places[count] = ids[i] ?? 0;
      kept.values[count] = (values[i] ?? 0) / (1 - dropoutRate);
      count += this.#random() < dropoutRate ? 0 : 1;
    }
    kept.count = count;
  }

  #fillHidden(): void {
    const hidden = this.#hidden.fill(0);
    const embeddings = this.embeddings;
    const { places, values, count } = this.#kept;
    // Two features at a time: a quarter less time. Beside an odd last one the other counts 0.
    for (let i = 0; i < count; i += 2) {
      const start = (places[i] ?? 0) * hiddenSize;
      const value = values[i] ?? 0;
      const hasNext = i + 1 < count;
      const next = hasNext ? (places[i + 1] ?? 0) * hiddenSize : start;
      const nextValue = hasNext ? (values[i + 1] ?? 0) : 0;
      for (let j = 0; j < hiddenSize; j++)
        hidden[j] =
          (hidden[j] ?? 0) + value * (embeddings[start + j] ?? 0) + nextValue * (embeddings[next + j] ?? 0);
    }
    relu(hidden);
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
      const sum = (this.#squaredGradients[place] ?? 0) + (square / hiddenSize) * value * value;
      this.#squaredGradients[place] = sum;
      const step = (rate * value) / Math.sqrt(sum + 1e-8);
      const start = place * hiddenSize;
      for (let j = 0; j < hiddenSize; j++) {
        embeddings[start + j] = (embeddings[start + j] ?? 0) - step * (gradient[j] ?? 0);
      }
    }
  }
}
