/** Points of a distribution function, ascending: a share of the values, and what they do not exceed. */
export type Quantiles = readonly (readonly [share: number, value: number])[];

/** Shares that are kept of a measurement: dense where the slow ones are. */
const shares = [
  0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1,
];

/** Summarizes values. */
export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  return shares.map((share) => [share, sorted[Math.round(share * last)] ?? 0]);
}

/** The value at a share, on the line between the points around it. */
export function valueAt(quantiles: Quantiles, share: number): number {
  const above = Math.max(
    1,
    quantiles.findIndex(([end]) => share <= end),
  );
  const [[from, low] = [0, 0], [to, high] = [1, 0]] = quantiles.slice(above - 1, above + 1);
  return low + ((high - low) * (share - from)) / (to - from);
}

/** The mean of a distribution that is even between its points. */
export const meanOf = (quantiles: Quantiles): number =>
  quantiles.slice(1).reduce((sum, [to, high], index) => {
    const [from, low] = quantiles[index] ?? [0, 0];
    return sum + ((to - from) * (low + high)) / 2;
  }, 0);

/** The same shape with another mean. */
export function withMean(quantiles: Quantiles, mean: number): Quantiles {
  const factor = mean / meanOf(quantiles);
  return quantiles.map(([share, value]) => [share, value * factor]);
}
