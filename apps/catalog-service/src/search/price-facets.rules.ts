import type { PricePart } from "./matches.schema.ts";

/** How many cost this much, and more than the step before. */
export interface PriceStep {
  upTo: number;
  n: number;
}

/** Each price as a step of its own. */
export const stepsOf = (prices: readonly number[]): PriceStep[] =>
  [...Map.groupBy(prices, (price) => price)].map(([upTo, alike]) => ({ upTo, n: alike.length }));

/** Ranges of prices with about a third of the listings each; they end at steps, so that their counts are exact. */
export function thirds(steps: readonly PriceStep[]): PricePart[] {
  const sorted = steps.toSorted((a, b) => a.upTo - b.upTo);
  const priced = sorted.reduce((sum, { n }) => sum + n, 0);
  const parts: PricePart[] = [];
  let [from, results, counted]: [number | undefined, number, number] = [undefined, 0, 0];
  for (const { upTo, n } of sorted) {
    results += n;
    counted += n;
    const last = counted === priced;
    if (!last && (parts.length === 2 || counted < (priced * (parts.length + 1)) / 3)) continue;
    parts.push({ from, to: last && parts.length > 0 ? undefined : upTo, results });
    // Prices have two decimals: the next range begins where this one has ended.
    [from, results] = [Number((upTo + 0.01).toFixed(2)), 0];
  }
  return parts;
}
