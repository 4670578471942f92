import { expect, test } from "vitest";
import { prepareTrainingSet, withNames } from "./training-set.ts";

function numbered(categoryId: string, count: number) {
  return Array.from({ length: count }, (_, i) => ({ title: `${categoryId} ${i}`, categoryId }));
}

test("large categories are capped and small ones kept whole", () => {
  const set = prepareTrainingSet(
    [...numbered("big", 900), ...numbered("mid", 60), ...numbered("small", 5)],
    100,
  );
  const sizes = set.categoryIds.map((_, label) => set.labels.filter((other) => other === label).length);
  expect(set.categoryIds).toEqual(["big", "mid", "small"]);
  expect(sizes).toEqual([47, 47, 5]);
});

test("the sample of a capped category does not depend on the order of the input", () => {
  const titles = numbered("big", 500);
  expect(prepareTrainingSet(titles.toReversed(), 50)).toEqual(prepareTrainingSet(titles, 50));
});

test("every category keeps a title even above the limit", () => {
  const titles = Array.from({ length: 30 }, (_, i) => ({ title: `a ${i}`, categoryId: `c${i}` }));
  expect(prepareTrainingSet(titles, 10).titles).toHaveLength(30);
});

test("more categories than the model's format can number are refused", () => {
  const titles = Array.from({ length: 50_001 }, (_, i) => ({ title: "a", categoryId: `c${i}` }));
  expect(() => prepareTrainingSet(titles)).toThrow(RangeError);
});

test("a category's names are one more title of it, and a category without titles stays out", () => {
  const set = prepareTrainingSet([...numbered("a", 2), ...numbered("b", 1)]);
  const names = new Map([
    ["b", ["Home", "Lamps"]],
    ["c", ["Home", "Chairs"]],
  ]);
  const named = withNames(set, names);
  expect(named.titles).toEqual([...set.titles, "Home Lamps"]);
  expect([...named.labels]).toEqual([...set.labels, 1]);
  expect(named.categoryIds).toEqual(["a", "b"]);
});

test("no titles are an empty set", () => {
  expect(prepareTrainingSet([])).toEqual({ titles: [], labels: new Uint16Array(), categoryIds: [] });
});
