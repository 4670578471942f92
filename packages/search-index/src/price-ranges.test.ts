import fc from "fast-check";
import { expect, test } from "vitest";
import { priceRanges } from "./price-ranges.ts";

test("no prices have no ranges, equal prices one, two prices two", () => {
  expect(priceRanges(Float64Array.of())).toEqual([]);
  expect(priceRanges(Float64Array.of(5, 5, 5))).toEqual([{ from: undefined, to: 5, results: 3 }]);
  expect(priceRanges(Float64Array.of(9, 5, 9, 9))).toEqual([{ from: undefined, to: 9, results: 4 }]);
  expect(priceRanges(Float64Array.of(9, 5))).toEqual([
    { from: undefined, to: 5, results: 1 },
    { from: 5.01, to: undefined, results: 1 },
  ]);
});

test("each range ends at the first price with its third of all below it", () => {
  const prices = fc.array(fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4));
  fc.assert(
    fc.property(prices, (given) => {
      expect(priceRanges(Float64Array.from(given))).toEqual(plainRanges(given));
    }),
  );
});

/** Walks the sorted prices, one distinct price after the other. */
function plainRanges(prices: readonly number[]) {
  const ranges: { from: number | undefined; to: number | undefined; results: number }[] = [];
  let [from, results, counted]: [number | undefined, number, number] = [undefined, 0, 0];
  for (const price of [...new Set(prices)].sort((a, b) => a - b)) {
    const same = prices.filter((each) => each === price).length;
    results += same;
    counted += same;
    const last = counted === prices.length;
    if (!last && (ranges.length === 2 || counted * 3 < prices.length * (ranges.length + 1))) continue;
    ranges.push({ from, to: last && ranges.length > 0 ? undefined : price, results });
    [from, results] = [Number((price + 0.01).toFixed(2)), 0];
  }
  return ranges;
}
