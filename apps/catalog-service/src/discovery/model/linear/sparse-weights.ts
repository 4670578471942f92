/** Weights below this never decide a ranking and make up more than half of all. */
const smallestWeight = 0.03;

/** Three bytes each: a model stays within 10 MB whatever the number of categories. */
const maxEntries = 1_400_000;

/**
 * Several linear models' weights, one model a column, feature by feature: feature f has the entries from `starts[f]` to
 * `starts[f + 1]`, each a column's number and a weight in steps of `scales[f]`.
 */
export interface SparseWeights {
  starts: Uint32Array;
  scales: Float32Array;
  columns: Uint16Array;
  weights: Int8Array;
  /** By column. */
  biases: Float32Array;
}

/** Collects dense weights column by column, keeps the ones that matter, and packs them feature by feature. */
export class WeightCollector {
  readonly #featureCount: number;
  readonly #columns: { features: Uint32Array; weights: Float32Array }[] = [];
  readonly #biases: Float32Array;
  readonly #maxPerColumn: number;

  constructor(featureCount: number, columnCount: number) {
    this.#featureCount = featureCount;
    this.#biases = new Float32Array(columnCount);
    // Generous here, exact at the end: columns differ in how many weights they need.
    this.#maxPerColumn = Math.max(200, Math.ceil((8 * maxEntries) / Math.max(1, columnCount)));
  }

  /** Takes the next column's weights, one per feature and the bias last. */
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

  /** Where each feature's entries begin, and its largest weight. */
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

/** The smallest size of a weight to keep so that about `count` remain, never below the smallest that matters. */
function thresholdKeeping(weights: Float32Array, count: number): number {
  const sizes = weights.map(Math.abs).filter((size) => size >= smallestWeight);
  if (sizes.length <= count) return smallestWeight;
  return sizes.sort()[sizes.length - count] ?? smallestWeight;
}
