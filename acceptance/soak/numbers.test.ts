import { expect, test } from "vitest";
import { quantile, slope } from "./numbers.ts";

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

test.each([
  [hundred, 0.99, 99],
  [hundred, 1, 100],
  [[7], 0.99, 7],
  [[], 0.99, 0],
])("a quantile is a value that was measured", (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected);
});

test("a slope is what a line through all points rises by, whatever lies above and below", () => {
  expect(slope([0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x })))).toBeCloseTo(2);
  expect(
    slope([
      { x: 0, y: 1 },
      { x: 1, y: 3 },
      { x: 2, y: 1 },
    ]),
  ).toBeCloseTo(0);
  expect(slope([{ x: 1, y: 1 }])).toBe(0);
});
