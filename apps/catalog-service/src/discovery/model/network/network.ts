import { hiddenSize, OutputLayer, relu } from "./layers.ts";
import { addQuantizedRow, type QuantizedEmbeddings, quantize } from "./quantized-embeddings.ts";

/** Weight beside the margins, which are about -1 to 1; tuned together with `minProbability`. */
const networkWeight = 0.2;
/** Smoothing, so that a very confident network cannot overrule everything else. */
const minProbability = 1e-4;

/** A small neural network, which learns interactions between features: embeddings, ReLU, softmax. */
export interface NetworkData {
  /** Numbers of the features with an embedding, ascending; other features are ignored. */
  features: Uint32Array;
  /** One row of `hiddenSize` weights per feature. */
  embeddings: QuantizedEmbeddings;
  /** For each category `hiddenSize` weights and a bias; empty without a network. */
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

/** Evaluates the network of a stored model. */
export class Network {
  readonly #embeddings: QuantizedEmbeddings;
  /** Embedding row by feature number, or -1. */
  readonly #places: Int32Array;
  readonly #hidden = new Float32Array(hiddenSize);
  readonly #outputs: OutputLayer;

  constructor({ features, embeddings, outputs }: NetworkData, featureCount: number) {
    this.#embeddings = embeddings;
    this.#places = new Int32Array(features.length === 0 ? 0 : featureCount).fill(-1);
    features.forEach((feature, place) => {
      this.#places[feature] = place;
    });
    this.#outputs = new OutputLayer(outputs, this.#hidden);
  }

  /** Adds each category's log probability; a uniform probability adds 0. */
  addScores(vector: SparseVector, scores: Float64Array): void {
    const { probabilities } = this.#outputs;
    if (probabilities.length === 0) return;
    this.#fillHidden(vector);
    this.#outputs.forward();
    for (let category = 0; category < probabilities.length; category++) {
      const evidence = Math.log(((probabilities[category] ?? 0) + minProbability) * probabilities.length);
      scores[category] = (scores[category] ?? 0) + networkWeight * evidence;
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
