import { expect, test } from "vitest";
import { prepareTrainingSet, withCategoryNames } from "./training-set.ts";

function numbered(categoryId: string, count: number) {
  return Array.from({ length: count }, (_, i) => ({ title: `${categoryId} ${i}`, categoryId }));
}

test("large categories are capped, small ones are complete", () => {
  const set = prepareTrainingSet(
    [...numbered("big", 900), ...numbered("mid", 60), ...numbered("small", 5)],
    100,
  );
  const sizes = set.categoryIds.map((_, label) => set.labels.filter((other) => other === label).length);
  expect(set.categoryIds).toEqual(["big", "mid", "small"]);
  expect(sizes).toEqual([47, 47, 5]);
});

test("the order of the input does not change the sample of a capped category", () => {
  const titles = numbered("big", 500);
  expect(prepareTrainingSet(titles.toReversed(), 50)).toEqual(prepareTrainingSet(titles, 50));
});

test("every category keeps a title even above the limit", () => {
  const titles = Array.from({ length: 30 }, (_, i) => ({ title: `a ${i}`, categoryId: `c${i}` }));
  expect(prepareTrainingSet(titles, 10).titles).toHaveLength(30);
});

test("too many categories for 16 bits throw", () => {
  const titles = Array.from({ length: 50_001 }, (_, i) => ({ title: "a", categoryId: `c${i}` }));
  expect(() => prepareTrainingSet(titles)).toThrow(RangeError);
});

test("a category's names are one more title; a category without titles is left out", () => {
  const set = prepareTrainingSet([...numbered("a", 2), ...numbered("b", 1)]);
  const names = new Map([
    ["b", ["Home", "Lamps"]],
    ["c", ["Home", "Chairs"]],
  ]);
  const named = withCategoryNames(set, names);
  expect(named.titles).toEqual([...set.titles, "Home Lamps"]);
  expect([...named.labels]).toEqual([...set.labels, 1]);
  expect(named.categoryIds).toEqual(["a", "b"]);
});

test("without titles the set is empty", () => {
  expect(prepareTrainingSet([])).toEqual({ titles: [], labels: new Uint16Array(), categoryIds: [] });
});
