import type { Membership } from "../linear/groups.ts";
import { hiddenSize, OutputLayer } from "./layers.ts";
import { NetworkLoss } from "./loss.ts";

/** Smaller gradients are skipped: those of nearly all categories after the first epochs. */
const smallestError = 1e-3;

/** The output layer of one dataset during training, updated by AdaGrad with one accumulator per weight. */
export class OutputHead {
  /** For each category `hiddenSize` weights and a bias. */
  readonly outputs: Float32Array;
  readonly #moved: Float32Array;
  readonly #hidden: Float32Array;
  readonly #layer: OutputLayer;
  readonly #loss: NetworkLoss;

  constructor(membership: Membership, hidden: Float32Array, random: () => number) {
    const categoryCount = membership.starts.length - 1;
    this.outputs = uniform(categoryCount * (hiddenSize + 1), 0.1, random);
    this.#moved = new Float32Array(this.outputs.length);
    this.#hidden = hidden;
    this.#layer = new OutputLayer(this.outputs, hidden);
    this.#loss = new NetworkLoss(membership);
  }

  /** Takes one gradient step and stores the gradient of the hidden layer in `gradient`. */
  learn(label: number, rate: number, gradient: Float32Array): void {
    this.#layer.forward();
    this.#loss.fill(this.#layer.probabilities, label);
    gradient.fill(0);
    const { errors } = this.#loss;
    for (let category = 0; category < errors.length; category++) {
      const error = errors[category] ?? 0;
      if (Math.abs(error) >= smallestError) this.#step(category, { error, rate }, gradient);
    }
  }

  #step(category: number, { error, rate }: { error: number; rate: number }, gradient: Float32Array): void {
    const outputs = this.outputs;
    const moved = this.#moved;
    const hidden = this.#hidden;
    const start = category * (hiddenSize + 1);
    for (let j = 0; j <= hiddenSize; j++) {
      const place = start + j;
      const output = outputs[place] ?? 0;
      // The last weight is the bias, which has no hidden input.
      const slope = j < hiddenSize ? error * (hidden[j] ?? 0) : error;
      if (j < hiddenSize) gradient[j] = (gradient[j] ?? 0) + error * output;
      if (slope === 0) continue;
      const square = (moved[place] ?? 0) + slope * slope;
      moved[place] = square;
      outputs[place] = output - (rate * slope) / Math.sqrt(square + 1e-6);
    }
  }
}

/** Uniform random numbers from -`spread` to `spread`. */
export function uniform(count: number, spread: number, random: () => number): Float32Array {
  return new Float32Array(count).map(() => spread * (2 * random() - 1));
}
