import { expect, test } from "vitest";
import { prepareTrainingSet } from "../features/training-set.ts";
import { negativeSampler } from "./negative-sampling.ts";

/** Category pairs a0/b0, a1/b1, ... share a word that no other category has. */
const set = prepareTrainingSet(
  Array.from({ length: 400 }, (_, i) => ["a", "b"].map((side) => ({ side, pair: i })))
    .flat()
    .flatMap(({ side, pair }) =>
      Array.from({ length: 10 }, (_, n) => ({
        title: `word${side}${n} shared_${letters(pair)}`,
        categoryId: side + pair,
      })),
    ),
);

function letters(number: number): string {
  return String.fromCharCode(97 + (number % 26), 97 + Math.floor(number / 26));
}

test("a small site's categories learn from every title, a larger one's from a third of the others", () => {
  const small = prepareTrainingSet([
    { title: "mate", categoryId: "a" },
    { title: "termo", categoryId: "b" },
  ]);
  expect(negativeSampler(small)(0)).toHaveLength(2);
  const rows = negativeSampler(set)(0);
  expect(rows).toHaveLength(10 + Math.ceil(set.titles.length / 3));
});

test("above the budget a category keeps its own titles and those of the most similar category", () => {
  const rows = negativeSampler(set, 1)(set.categoryIds.indexOf("a7"));
  const labels = Array.from(rows, (row) => set.categoryIds[set.labels[row] ?? 0]);
  expect(rows.length).toBeLessThan(set.titles.length / 2);
  expect(labels.filter((id) => id === "a7")).toHaveLength(10);
  expect(labels.filter((id) => id === "b7")).toHaveLength(10);
});

test("the sample is deterministic", () => {
  expect(negativeSampler(set, 1)(3)).toEqual(negativeSampler(set, 1)(3));
});
