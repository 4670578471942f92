/** Numbers between a title and the categories, for each network of the ensemble. */
export const hiddenSize = 64;

/** What a negative number of the first layer says is nothing. */
export function cutAtZero(numbers: Float32Array): void {
  for (let j = 0; j < numbers.length; j++) numbers[j] = Math.max(0, numbers[j] ?? 0);
}

/** The second layer of one network: a softmax over the categories. */
export class OutputLayer {
  /** By category, summing to 1. */
  readonly shares: Float32Array;
  readonly #outputs: Float32Array;
  readonly #hidden: Float32Array;

  /** `outputs` holds by category `hiddenSize` weights and a bias, `hidden` the `hiddenSize` numbers before it. */
  constructor(outputs: Float32Array, hidden: Float32Array) {
    this.#outputs = outputs;
    this.#hidden = hidden;
    this.shares = new Float32Array(outputs.length / (hiddenSize + 1));
  }

  /** Computes the shares anew from the hidden numbers. */
  fill(): void {
    const shares = this.shares;
    const highest = this.#activate();
    let total = 0;
    for (let category = 0; category < shares.length; category++) {
      const share = Math.exp((shares[category] ?? 0) - highest);
      shares[category] = share;
      total += share;
    }
    for (let category = 0; category < shares.length; category++) {
      shares[category] = (shares[category] ?? 0) / total;
    }
  }

  /** Leaves the logarithms of what the shares are in proportion to; returns the highest. */
  #activate(): number {
    let highest = Number.NEGATIVE_INFINITY;
    for (let category = 0; category < this.shares.length; category += 2) {
      highest = Math.max(highest, this.#activateTwo(category));
    }
    return highest;
  }

  /** A category and the next one: four sums at a time, as an addition waits for the one before it. */
  #activateTwo(category: number): number {
    const outputs = this.#outputs;
    const hidden = this.#hidden;
    const next = Math.min(category + 1, this.shares.length - 1);
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
    this.shares[category] = even + odd;
    this.shares[next] = nextEven + nextOdd;
    return Math.max(even + odd, nextEven + nextOdd);
  }
}
