/** Numbers between a title and the categories, for each network of the ensemble. */
export const hiddenSize = 64;

/** Beside the margins, which are about -1 to 1; chosen together with `leastShare`. */
const networkWeight = 0.2;
/** Shares of less than this are as good as none, so that a very sure network cannot overrule everything else. */
const leastShare = 1e-4;

/**
 * A few small neural networks that see what single features do not say: which features go together. Each turns a
 * title into `hiddenSize` numbers and those into a share per category.
 */
export interface NetworkData {
  /** Feature numbers that have an embedding, ascending; the others do not count here. */
  features: Uint32Array;
  /** Feature by feature, for each network `hiddenSize` numbers in steps of the feature's scale. */
  embeddings: Int8Array;
  scales: Float32Array;
  /** Network by network, category by category, `hiddenSize` weights and a bias; empty when there is no network. */
  outputs: Float32Array;
}

/** No network: adds nothing to any score. */
export function noNetwork(): NetworkData {
  return {
    features: new Uint32Array(),
    embeddings: new Int8Array(),
    scales: new Float32Array(),
    outputs: new Float32Array(),
  };
}

/** A title as the vectorizer gives it: `size` feature numbers with their values. */
export interface SparseVector {
  ids: Uint32Array;
  values: Float32Array;
  size: number;
}

/** Asks the networks of a stored model. */
export class NetworkEnsemble {
  readonly #data: NetworkData;
  readonly #categoryCount: number;
  /** By feature number its place among the embeddings, or -1. */
  readonly #places: Int32Array;
  readonly #hidden: Float32Array;
  readonly #activations: Float64Array;

  constructor(data: NetworkData, featureCount: number, categoryCount: number) {
    this.#data = data;
    this.#categoryCount = categoryCount;
    this.#places = new Int32Array(featureCount).fill(-1);
    data.features.forEach((feature, place) => {
      this.#places[feature] = place;
    });
    const networks = Math.round(data.outputs.length / ((hiddenSize + 1) * categoryCount || 1));
    this.#hidden = new Float32Array(networks * hiddenSize);
    this.#activations = new Float64Array(categoryCount);
  }

  /** Adds to each category's score the logarithm of its share, averaged over the networks; an even share adds 0. */
  addScores(vector: SparseVector, scores: Float64Array): void {
    const networks = this.#hidden.length / hiddenSize;
    this.#fillHidden(vector);
    for (let network = 0; network < networks; network++) {
      const total = this.#activate(network);
      for (let category = 0; category < this.#categoryCount; category++) {
        const share = (this.#activations[category] ?? 0) / total;
        const evidence = Math.log((share + leastShare) * this.#categoryCount);
        scores[category] = (scores[category] ?? 0) + (networkWeight / networks) * evidence;
      }
    }
  }

  #fillHidden({ ids, values, size }: SparseVector): void {
    const { embeddings, scales } = this.#data;
    const hidden = this.#hidden.fill(0);
    const width = hidden.length;
    for (let i = 0; i < size; i++) {
      const place = this.#places[ids[i] ?? 0] ?? -1;
      if (place < 0) continue;
      const step = (values[i] ?? 0) * (scales[place] ?? 0);
      for (let j = 0; j < width; j++) {
        hidden[j] = (hidden[j] ?? 0) + step * (embeddings[place * width + j] ?? 0);
      }
    }
    for (let j = 0; j < width; j++) hidden[j] = Math.max(0, hidden[j] ?? 0);
  }

  /** Fills `#activations` with what the categories' shares are in proportion to; returns their sum. */
  #activate(network: number): number {
    const { outputs } = this.#data;
    const activations = this.#activations;
    const first = network * hiddenSize;
    let highest = Number.NEGATIVE_INFINITY;
    for (let category = 0; category < this.#categoryCount; category++) {
      const start = (network * this.#categoryCount + category) * (hiddenSize + 1);
      let sum = outputs[start + hiddenSize] ?? 0;
      for (let j = 0; j < hiddenSize; j++) sum += (outputs[start + j] ?? 0) * (this.#hidden[first + j] ?? 0);
      activations[category] = sum;
      highest = Math.max(highest, sum);
    }
    let total = 0;
    for (let category = 0; category < this.#categoryCount; category++) {
      const activation = Math.exp((activations[category] ?? 0) - highest);
      activations[category] = activation;
      total += activation;
    }
    return total;
  }
}
