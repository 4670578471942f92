import { expect, test } from "vitest";
import { evaluate } from "./evaluate.ts";

const answer = (...ids: string[]) => ids.map((categoryId, i) => ({ categoryId, score: -i }));

test("accuracy counts titles, balanced accuracy counts categories", () => {
  const titles = ["a", "a", "a", "b"].map((categoryId) => ({ title: categoryId, categoryId }));
  expect(evaluate(titles, () => answer("a", "x", "y", "b"))).toEqual({
    accuracyAt1: 0.75,
    accuracyAt4: 1,
    balancedAccuracy: 0.5,
  });
});

test("a title without predictions is wrong", () => {
  const none = evaluate([{ title: "a", categoryId: "a" }], () => []);
  expect(none).toEqual({ accuracyAt1: 0, accuracyAt4: 0, balancedAccuracy: 0 });
});

test("without titles the accuracies are zero, not NaN", () => {
  expect(evaluate([], () => [])).toEqual({ accuracyAt1: 0, accuracyAt4: 0, balancedAccuracy: 0 });
});
