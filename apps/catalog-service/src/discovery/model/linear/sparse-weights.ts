/** Smaller weights never decide a ranking, and they are more than half of all. */
const smallestWeight = 0.03;

/** At three bytes each, a model stays within 10 MB for any number of categories. */
const maxEntries = 1_400_000;

/**
 * Weights of several linear models in compressed sparse rows, one row per feature and one column per model:
 * feature f has the entries from `starts[f]` to `starts[f + 1]`, quantized to 8 bits in steps of `scales[f]`.
 */
export interface SparseWeights {
  starts: Uint32Array;
  scales: Float32Array;
  columns: Uint16Array;
  weights: Int8Array;
  /** One per column. */
  biases: Float32Array;
}

/** Prunes dense weights column by column and packs the rest by feature. */
export class WeightCollector {
  readonly #featureCount: number;
  readonly #columns: { features: Uint32Array; weights: Float32Array }[] = [];
  readonly #biases: Float32Array;
  readonly #maxPerColumn: number;

  constructor(featureCount: number, columnCount: number) {
    this.#featureCount = featureCount;
    this.#biases = new Float32Array(columnCount);
    // A generous limit per column, because columns differ; `pack` applies the exact one.
    this.#maxPerColumn = Math.max(200, Math.ceil((8 * maxEntries) / Math.max(1, columnCount)));
  }

  /** Adds the next column: one weight per feature and the bias last. */
  add(dense: Float32Array): void {
    this.#biases[this.#columns.length] = dense[this.#featureCount] ?? 0;
    const threshold = thresholdKeeping(dense.subarray(0, this.#featureCount), this.#maxPerColumn);
    const features: number[] = [];
    for (let feature = 0; feature < this.#featureCount; feature++) {
      if (Math.abs(dense[feature] ?? 0) >= threshold) features.push(feature);
    }
    this.#columns.push({
      features: Uint32Array.from(features),
      weights: Float32Array.from(features, (feature) => dense[feature] ?? 0),
    });
  }

  pack(): SparseWeights {
    const threshold = this.#finalThreshold();
    const { starts, largest } = this.#measure(threshold);
    const scales = largest.map((weight) => weight / 127);
    const next = starts.slice();
    const total = starts[this.#featureCount] ?? 0;
    const columns = new Uint16Array(total);
    const weights = new Int8Array(total);
    this.#columns.forEach((dense, column) => {
      dense.features.forEach((feature, i) => {
        const weight = dense.weights[i] ?? 0;
        if (Math.abs(weight) < threshold) return;
        const entry = next[feature] ?? 0;
        next[feature] = entry + 1;
        columns[entry] = column;
        weights[entry] = Math.round(weight / (scales[feature] ?? 1));
      });
    });
    return { starts, scales, columns, weights, biases: this.#biases };
  }

  #finalThreshold(): number {
    const total = this.#columns.reduce((sum, { weights }) => sum + weights.length, 0);
    if (total <= maxEntries) return smallestWeight;
    const all = new Float32Array(total);
    let filled = 0;
    for (const { weights } of this.#columns) {
      all.set(weights, filled);
      filled += weights.length;
    }
    return thresholdKeeping(all, maxEntries);
  }

  /** The start of each feature's entries and its largest weight. */
  #measure(threshold: number): { starts: Uint32Array; largest: Float32Array } {
    const starts = new Uint32Array(this.#featureCount + 1);
    const largest = new Float32Array(this.#featureCount);
    for (const column of this.#columns) {
      column.features.forEach((feature, i) => {
        const size = Math.abs(column.weights[i] ?? 0);
        if (size < threshold) return;
        starts[feature + 1] = (starts[feature + 1] ?? 0) + 1;
        largest[feature] = Math.max(largest[feature] ?? 0, size);
      });
    }
    for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
    return { starts, largest };
  }
}

/** The pruning threshold that keeps about `count` weights, at least `smallestWeight`. */
function thresholdKeeping(weights: Float32Array, count: number): number {
  const sizes = weights.map(Math.abs).filter((size) => size >= smallestWeight);
  if (sizes.length <= count) return smallestWeight;
  return sizes.sort()[sizes.length - count] ?? smallestWeight;
}
