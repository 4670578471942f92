import { expect, it } from "vitest";
import { meanOf, quantilesOf, valueAt, withMean } from "./quantiles.ts";

const values = Array.from({ length: 1_001 }, (_, n) => (n / 1_000) ** 2);

it("quantiles give back what was measured", () => {
  const quantiles = quantilesOf(values);
  expect(valueAt(quantiles, 0)).toBe(0);
  expect(valueAt(quantiles, 1)).toBe(1);
  expect(valueAt(quantiles, 0.5)).toBeCloseTo(0.25);
  expect(valueAt(quantiles, 0.85)).toBeCloseTo(0.85 ** 2, 2);
  // The mean of x² is a third.
  expect(meanOf(quantiles)).toBeCloseTo(1 / 3, 2);
});

it("another mean keeps the shape", () => {
  const scaled = withMean(quantilesOf(values), 5);
  expect(meanOf(scaled)).toBeCloseTo(5);
  expect(valueAt(scaled, 0.99) / valueAt(scaled, 0.5)).toBeCloseTo(0.99 ** 2 / 0.25);
});
