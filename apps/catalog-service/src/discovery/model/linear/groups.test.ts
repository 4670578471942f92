import { expect, test } from "vitest";
import { prepareTrainingSet } from "../features/training-set.ts";
import { sampleTitles } from "../sample.fixture.ts";
import { train } from "../training/train.ts";
import { addGroupScores, planGroups } from "./groups.ts";

const set = prepareTrainingSet(["a", "b", "c"].map((categoryId) => ({ title: categoryId, categoryId })));

test("a group of one category or of all is left out", () => {
  const paths = new Map([
    ["a", ["root", "home", "only a"]],
    ["b", ["root", "home"]],
    ["c", ["root"]],
  ]);
  const plan = planGroups(set, paths);
  expect(plan.members).toEqual([new Set([0, 1])]);
  expect([...plan.membership.starts]).toEqual([0, 1, 2, 2]);
  expect([...plan.membership.groups]).toEqual([0, 0]);
});

test("a category without a path belongs to no group", () => {
  expect(planGroups(set, new Map()).members).toEqual([]);
});

test("a category's score changes by the mean of its groups' scores", () => {
  const scores = Float64Array.of(0, 0, 1, 3);
  addGroupScores(scores, { starts: Uint32Array.of(0, 2, 2), groups: Uint16Array.of(0, 1) });
  expect(scores[0]).toBeGreaterThan(0);
  expect(scores[1]).toBe(0);
});

test("words of sibling categories raise a category above unrelated ones", () => {
  const titles = sampleTitles();
  const paths = new Map([
    ["shoes", ["fashion"]],
    ["bags", ["fashion"]],
  ]);
  const withBags = [...titles, { title: "Mochila", categoryId: "bags" }];
  const place = (model: ReturnType<typeof train>) =>
    model.predict("Zapatillas Norte").findIndex(({ categoryId }) => categoryId === "bags");
  const together = place(train(withBags, { paths, linearOnly: true }));
  expect(together).toBe(1);
  expect(together).toBeLessThanOrEqual(place(train(withBags, { linearOnly: true })));
});
