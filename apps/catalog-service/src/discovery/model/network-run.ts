import type { TitleMatrix } from "./matrix.ts";
import { HiddenLayer, hiddenSize, OutputLayer } from "./network-layers.ts";

/** Share of a title's features left out at each look at it, so that none is relied on alone. */
const dropShare = 0.5;
/** Categories whose share is wrong by less are left as they are: nearly all of them, after the first passes. */
const smallestError = 1e-3;

/** What the networks learn from, and how large they may become. */
export interface NetworkTask {
  matrix: TitleMatrix;
  labels: Uint16Array;
  categoryCount: number;
  /** Bytes the stored embeddings may take. */
  byteLimit: number;
}

/**
 * One network while it learns: embeddings summed over a title's features, cut at zero, and a softmax over the categories. Steps shrink with
 * what a number has moved already (AdaGrad), for embeddings by feature.
 */
export class NetworkRun {
  /** By place of a feature `hiddenSize` numbers. */
  readonly embeddings: Float32Array;
  /** By category `hiddenSize` weights and a bias. */
  readonly outputs: Float32Array;
  readonly #task: NetworkTask;
  readonly #random: () => number;
  /** By feature number its place, or -1. */
  readonly #places: Int32Array;
  readonly #moved: Float32Array;
  readonly #outputsMoved: Float32Array;
  /** Of the title being learnt: places and values of the features kept. */
  readonly #kept: { places: Uint32Array; values: Float32Array; count: number };
  readonly #hidden: HiddenLayer;
  readonly #categories: OutputLayer;
  readonly #gradient = new Float32Array(hiddenSize);

  constructor(task: NetworkTask, features: Uint32Array, random: () => number) {
    this.#task = task;
    this.#random = random;
    this.#places = new Int32Array(task.matrix.featureCount).fill(-1);
    features.forEach((feature, place) => {
      this.#places[feature] = place;
    });
    const spread = 0.5 * Math.sqrt(3 / hiddenSize);
    this.embeddings = randomNumbers(features.length * hiddenSize, spread, random);
    this.outputs = randomNumbers(task.categoryCount * (hiddenSize + 1), 0.1, random);
    this.#moved = new Float32Array(features.length);
    this.#outputsMoved = new Float32Array(this.outputs.length);
    this.#kept = {
      places: new Uint32Array(features.length),
      values: new Float32Array(features.length),
      count: 0,
    };
    this.#hidden = new HiddenLayer(this.embeddings, hiddenSize);
    this.#categories = new OutputLayer(this.outputs, this.#hidden.numbers);
  }

  /** Takes one step towards the category of a row of the matrix. */
  learn(row: number, rate: number): void {
    this.#keepFeatures(row);
    this.#fillHidden();
    this.#categories.fill();
    this.#stepOutputs(this.#task.labels[row] ?? 0, rate);
    this.#stepEmbeddings(rate);
  }

  #keepFeatures(row: number): void {
    const { starts, ids, values } = this.#task.matrix;
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
    this.#hidden.clear();
    for (let i = 0; i < count; i++) this.#hidden.add(places[i] ?? 0, values[i] ?? 0);
    this.#hidden.cut();
  }

  /** Leaves in `#gradient` how the title's hidden numbers should have been different. */
  #stepOutputs(label: number, rate: number): void {
    const gradient = this.#gradient.fill(0);
    const { shares } = this.#categories;
    const hidden = this.#hidden.numbers;
    for (let category = 0; category < shares.length; category++) {
      const error = (shares[category] ?? 0) - (category === label ? 1 : 0);
      if (Math.abs(error) < smallestError) continue;
      const start = category * (hiddenSize + 1);
      for (let j = 0; j < hiddenSize; j++) {
        gradient[j] = (gradient[j] ?? 0) + error * (this.outputs[start + j] ?? 0);
        this.#stepOutput(start + j, error * (hidden[j] ?? 0), rate);
      }
      this.#stepOutput(start + hiddenSize, error, rate);
    }
  }

  #stepOutput(place: number, slope: number, rate: number): void {
    const moved = (this.#outputsMoved[place] ?? 0) + slope * slope;
    this.#outputsMoved[place] = moved;
    this.outputs[place] = (this.outputs[place] ?? 0) - (rate * slope) / Math.sqrt(moved + 1e-6);
  }

  #stepEmbeddings(rate: number): void {
    const gradient = this.#gradient;
    const hidden = this.#hidden.numbers;
    let square = 0;
    for (let j = 0; j < hiddenSize; j++) {
      if ((hidden[j] ?? 0) === 0) gradient[j] = 0;
      square += (gradient[j] ?? 0) ** 2;
    }
    if (square === 0) return;
    const { places, values, count } = this.#kept;
    for (let i = 0; i < count; i++) {
      const place = places[i] ?? 0;
      const value = values[i] ?? 0;
      const moved = (this.#moved[place] ?? 0) + (square / hiddenSize) * value * value;
      this.#moved[place] = moved;
      const step = (rate * value) / Math.sqrt(moved + 1e-8);
      const start = place * hiddenSize;
      for (let j = 0; j < hiddenSize; j++) {
        this.embeddings[start + j] = (this.embeddings[start + j] ?? 0) - step * (gradient[j] ?? 0);
      }
    }
  }
}

/** Even from -`spread` to `spread`. */
function randomNumbers(count: number, spread: number, random: () => number): Float32Array {
  return new Float32Array(count).map(() => spread * (2 * random() - 1));
}
