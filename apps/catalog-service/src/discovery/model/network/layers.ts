/** Width of the hidden layer. */
export const hiddenSize = 64;

export function relu(numbers: Float32Array): void {
  for (let j = 0; j < numbers.length; j++) numbers[j] = Math.max(0, numbers[j] ?? 0);
}

/** Output layer: logits and softmax. */
export class OutputLayer {
  /** The probability of each category. */
  readonly probabilities: Float32Array;
  readonly #outputs: Float32Array;
  readonly #hidden: Float32Array;

  /** `outputs` holds `hiddenSize` weights and a bias for each category; `hidden` is the input. */
  constructor(outputs: Float32Array, hidden: Float32Array) {
    this.#outputs = outputs;
    this.#hidden = hidden;
    this.probabilities = new Float32Array(outputs.length / (hiddenSize + 1));
  }

  /** Forward pass: computes the probabilities from the hidden layer. */
  forward(): void {
    const probabilities = this.probabilities;
    const highest = this.#computeLogits();
    let total = 0;
    for (let category = 0; category < probabilities.length; category++) {
      const share = Math.exp((probabilities[category] ?? 0) - highest);
      probabilities[category] = share;
      total += share;
    }
    for (let category = 0; category < probabilities.length; category++) {
      probabilities[category] = (probabilities[category] ?? 0) / total;
    }
  }

  /** Stores the logits in `probabilities` and returns the highest. */
  #computeLogits(): number {
    let highest = Number.NEGATIVE_INFINITY;
    for (let category = 0; category < this.probabilities.length; category += 2) {
      highest = Math.max(highest, this.#computeTwoLogits(category));
    }
    return highest;
  }

  /** Two categories in four sums, which a processor adds in parallel: plain loops cost up to a quarter. */
  #computeTwoLogits(category: number): number {
    const outputs = this.#outputs;
    const hidden = this.#hidden;
    const next = Math.min(category + 1, this.probabilities.length - 1);
    const start = category * (hiddenSize + 1);
    const nextStart = next * (hiddenSize + 1);
    let even = outputs[start + hiddenSize] ?? 0;
    let odd = 0;
    let nextEven = outputs[nextStart + hiddenSize] ?? 0;
    let nextOdd = 0;
    for (let j = 0; j < hiddenSize; j += 2) {
      const first = hidden[j] ?? 0;
      const second = hidden[j + 1] ?? 0;
      even += (outputs[start + j] ?? 0) * first;
      odd += (outputs[start + j + 1] ?? 0) * second;
      nextEven += (outputs[nextStart + j] ?? 0) * first;
      nextOdd += (outputs[nextStart + j + 1] ?? 0) * second;
    }
    this.probabilities[category] = even + odd;
    this.probabilities[next] = nextEven + nextOdd;
    return Math.max(even + odd, nextEven + nextOdd);
  }
}
