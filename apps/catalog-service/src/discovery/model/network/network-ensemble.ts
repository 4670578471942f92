import { cutAtZero, hiddenSize, OutputLayer } from "./layers.ts";
import { addPackedRow, numbersPerByte, type PackedEmbeddings } from "./quantized-embeddings.ts";

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
  /** Feature by feature, for each network `hiddenSize` numbers. */
  embeddings: PackedEmbeddings;
  /** Network by network, category by category, `hiddenSize` weights and a bias; empty when there is no network. */
  outputs: Float32Array;
}

/** No network: adds nothing to any score. */
export function noNetwork(): NetworkData {
  return {
    features: new Uint32Array(),
    embeddings: { levels: new Uint8Array(), steps: new Float32Array() },
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
  readonly #embeddings: PackedEmbeddings;
  /** By feature number its place among the embeddings, or -1. */
  readonly #places: Int32Array;
  readonly #hidden: Float32Array;
  readonly #networks: OutputLayer[];

  constructor({ features, embeddings, outputs }: NetworkData, featureCount: number) {
    this.#embeddings = embeddings;
    this.#places = new Int32Array(featureCount).fill(-1);
    features.forEach((feature, place) => {
      this.#places[feature] = place;
    });
    const width = features.length === 0 ? 0 : (numbersPerByte * embeddings.levels.length) / features.length;
    const count = width / hiddenSize;
    this.#hidden = new Float32Array(width);
    this.#networks = Array.from({ length: count }, (_, network) => {
      const part = outputs.length / count;
      const hidden = this.#hidden.subarray(network * hiddenSize, (network + 1) * hiddenSize);
      return new OutputLayer(outputs.subarray(network * part, (network + 1) * part), hidden);
    });
  }

  /** Adds to each category's score the logarithm of its share, averaged over the networks; an even share adds 0. */
  addScores(vector: SparseVector, scores: Float64Array): void {
    if (this.#networks.length === 0) return;
    this.#fillHidden(vector);
    const weight = networkWeight / this.#networks.length;
    for (const network of this.#networks) {
      network.fill();
      const { shares } = network;
      for (let category = 0; category < shares.length; category++) {
        const evidence = Math.log(((shares[category] ?? 0) + leastShare) * shares.length);
        scores[category] = (scores[category] ?? 0) + weight * evidence;
      }
    }
  }

  #fillHidden({ ids, values, size }: SparseVector): void {
    const hidden = this.#hidden.fill(0);
    for (let i = 0; i < size; i++) {
      const place = this.#places[ids[i] ?? 0] ?? -1;
      if (place >= 0) addPackedRow(this.#embeddings, { place, factor: values[i] ?? 0 }, hidden);
    }
    cutAtZero(hidden);
  }
}
