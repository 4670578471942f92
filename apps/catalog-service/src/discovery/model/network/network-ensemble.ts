import { hiddenSize, OutputLayer, relu } from "./layers.ts";
import {
  addQuantizedRow,
  type QuantizedEmbeddings,
  quantize,
  valuesPerByte,
} from "./quantized-embeddings.ts";

/** Weight beside the margins, which are about -1 to 1; tuned together with `minProbability`. */
const networkWeight = 0.2;
/** Smoothing, so that a very confident network cannot overrule everything else. */
const minProbability = 1e-4;

/** Small neural networks, which learn interactions between features: embeddings, ReLU, softmax. */
export interface NetworkData {
  /** Numbers of the features with an embedding, ascending; other features are ignored. */
  features: Uint32Array;
  /** One row per feature, with `hiddenSize` weights for each network. */
  embeddings: QuantizedEmbeddings;
  /** For each network and category `hiddenSize` weights and a bias; empty without networks. */
  outputs: Float32Array;
}

export const emptyNetwork = (): NetworkData => ({
  features: new Uint32Array(),
  embeddings: quantize([]),
  outputs: new Float32Array(),
});

/** A vectorized title: `size` feature numbers with their values. */
interface SparseVector {
  ids: Uint32Array;
  values: Float32Array;
  size: number;
}

/** Evaluates the networks of a stored model. */
export class NetworkEnsemble {
  readonly #embeddings: QuantizedEmbeddings;
  /** Embedding row by feature number, or -1. */
  readonly #places: Int32Array;
  readonly #hidden: Float32Array;
  readonly #networks: OutputLayer[];

  constructor({ features, embeddings, outputs }: NetworkData, featureCount: number) {
    this.#embeddings = embeddings;
    this.#places = new Int32Array(featureCount).fill(-1);
    features.forEach((feature, place) => {
      this.#places[feature] = place;
    });
    const width = features.length === 0 ? 0 : (valuesPerByte * embeddings.levels.length) / features.length;
    const count = width / hiddenSize;
    this.#hidden = new Float32Array(width);
    this.#networks = Array.from({ length: count }, (_, network) => {
      const part = outputs.length / count;
      const hidden = this.#hidden.subarray(network * hiddenSize, (network + 1) * hiddenSize);
      return new OutputLayer(outputs.subarray(network * part, (network + 1) * part), hidden);
    });
  }

  /** Adds each category's mean log probability over the networks; a uniform probability adds 0. */
  addScores(vector: SparseVector, scores: Float64Array): void {
    if (this.#networks.length === 0) return;
    this.#fillHidden(vector);
    const weight = networkWeight / this.#networks.length;
    for (const network of this.#networks) {
      network.forward();
      const { probabilities } = network;
      for (let category = 0; category < probabilities.length; category++) {
        const evidence = Math.log(((probabilities[category] ?? 0) + minProbability) * probabilities.length);
        scores[category] = (scores[category] ?? 0) + weight * evidence;
      }
    }
  }

  #fillHidden({ ids, values, size }: SparseVector): void {
    const hidden = this.#hidden.fill(0);
    for (let i = 0; i < size; i++) {
      const place = this.#places[ids[i] ?? 0] ?? -1;
      if (place >= 0) addQuantizedRow(this.#embeddings, { place, factor: values[i] ?? 0 }, hidden);
    }
    relu(hidden);
  }
}
