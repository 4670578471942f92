import { hiddenSize, OutputLayer } from "./layers.ts";

/** Smaller gradients are skipped: those of nearly all categories after the first epochs. */
const minError = 1e-3;

/** The output layer of one dataset during training, updated by AdaGrad with one accumulator per weight. */
export class OutputHead {
  /** For each category `hiddenSize` weights and a bias. */
  readonly outputs: Float32Array;
  readonly #squaredGradients: Float32Array;
  readonly #hidden: Float32Array;
  readonly #layer: OutputLayer;

  constructor(categoryCount: number, hidden: Float32Array, random: () => number) {
    this.outputs = uniform(categoryCount * (hiddenSize + 1), 0.1, random);
    this.#squaredGradients = new Float32Array(this.outputs.length);
    this.#hidden = hidden;
    this.#layer = new OutputLayer(this.outputs, hidden);
  }

  /** Takes one gradient step and stores the gradient of the hidden layer in `gradient`. */
  learn(label: number, rate: number, gradient: Float32Array): void {
    this.#layer.forward();
    const { probabilities } = this.#layer;
    gradient.fill(0);
    for (let category = 0; category < probabilities.length; category++) {
      // The gradient of the cross-entropy with respect to a logit.
      const error = (probabilities[category] ?? 0) - (category === label ? 1 : 0);
      if (Math.abs(error) >= minError) this.#step(category, { error, rate }, gradient);
    }
  }

  #step(category: number, { error, rate }: { error: number; rate: number }, gradient: Float32Array): void {
    const outputs = this.outputs;
    const squaredGradients = this.#squaredGradients;
    const hidden = this.#hidden;
    const start = category * (hiddenSize + 1);
    for (let j = 0; j <= hiddenSize; j++) {
      const place = start + j;
      const output = outputs[place] ?? 0;
      // The last weight is the bias, which has no hidden input.
      const slope = j < hiddenSize ? error * (hidden[j] ?? 0) : error;
      if (j < hiddenSize) gradient[j] = (gradient[j] ?? 0) + error * output;
      if (slope === 0) continue;
      const square = (squaredGradients[place] ?? 0) + slope * slope;
      squaredGradients[place] = square;
      outputs[place] = output - (rate * slope) / Math.sqrt(square + 1e-6);
    }
  }
}

/** Uniform random numbers from -`spread` to `spread`. */
export function uniform(count: number, spread: number, random: () => number): Float32Array {
  return new Float32Array(count).map(() => spread * (2 * random() - 1));
}
