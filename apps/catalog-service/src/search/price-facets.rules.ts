import type { PriceFacet } from "./matches.schema.ts";

/** Listings that cost more than the step before and at most `upTo`. */
interface PriceStep {
  upTo: number;
  n: number;
}

/** One step per price. */
export const stepsOf = (prices: readonly number[]): PriceStep[] =>
  [...Map.groupBy(prices, (price) => price)].map(([upTo, alike]) => ({ upTo, n: alike.length }));

/** Up to three price ranges with a third of the listings each; they end at steps, so counts are exact. */
export function priceFacets(steps: readonly PriceStep[]): PriceFacet[] {
  const sorted = steps.toSorted((a, b) => a.upTo - b.upTo);
  const priced = sorted.reduce((sum, { n }) => sum + n, 0);
  const facets: PriceFacet[] = [];
  let [from, results, counted]: [number | undefined, number, number] = [undefined, 0, 0];
  for (const { upTo, n } of sorted) {
    results += n;
    counted += n;
    const last = counted === priced;
    if (!last && (facets.length === 2 || counted < (priced * (facets.length + 1)) / 3)) continue;
    facets.push({ from, to: last && facets.length > 0 ? undefined : upTo, results });
    // Prices have two decimals, so the next range begins one cent higher.
    [from, results] = [Number((upTo + 0.01).toFixed(2)), 0];
  }
  return facets;
}
