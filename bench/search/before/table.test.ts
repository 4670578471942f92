import { expect, test } from "vitest";
import { spentBetween } from "../cpu.ts";
import { accuracyFigures } from "./prediction.ts";
import { kindFigures, twoWordsFigure } from "./searching.ts";
import { comparison } from "./table.ts";

test("a table has both releases side by side, with what today is of before", () => {
  const table = comparison([
    { what: "CPU ms of a search", today: 3.456, before: 12.5, digits: 2 },
    { what: "items a second", today: 2000, before: undefined, digits: 0 },
    { what: "zero results", today: 1, before: 0, digits: 0 },
  ]);
  expect(table.split("\n")).toEqual([
    "|                    | release before | today | today / before |",
    "| ------------------ | -------------: | ----: | -------------: |",
    "| CPU ms of a search |          12.50 |  3.46 |           0.28 |",
    "| items a second     |           none |  2000 |                |",
    "| zero results       |              0 |     1 |                |",
  ]);
});

test("accuracies are the means over the sets, of this checkout and of the baseline", () => {
  const figures = {
    accuracyAt1: 0.8,
    accuracyAt4: 0.9,
    balancedAccuracy: 0.7,
    twoErrorsAt1: 0.6,
    newCategoryAt4: 0.5,
  };
  const rows = [
    { set: "baseline: es", ...figures, accuracyAt1: 0.1 },
    { set: "baseline: macro", ...figures, accuracyAt1: 0.2 },
    { set: "es", ...figures, accuracyAt1: 0.3 },
    { set: "macro", ...figures },
  ];
  const found = accuracyFigures(JSON.stringify(rows));
  expect(found.map(({ what }) => what)).toHaveLength(5);
  expect(found[0]).toEqual({ what: "prediction: acc@1", today: 0.8, before: 0.2, digits: 4 });
  expect(() => accuracyFigures(JSON.stringify(rows.slice(1)))).not.toThrow();
  expect(() => accuracyFigures(JSON.stringify(rows.slice(2)))).toThrow("no row baseline: macro");
});

test("searches of two words have their mean, and all kinds together their quantiles", () => {
  const costs = [
    { kind: "text, two words", today: [1, 2, 6], before: [10, 20, 60] },
    { kind: "browse", today: [4], before: [40] },
  ];
  expect(twoWordsFigure(10_000, costs)).toMatchObject({ today: 3, before: 30 });
  const [p50, p99] = kindFigures(costs).slice(-2);
  expect(p50).toMatchObject({ what: "all of them, p50", today: 4, before: 40 });
  expect(p99).toMatchObject({ what: "all of them, p99", today: 6, before: 60 });
});

test("a thread that ends takes none of the CPU time of the others away, and one that begins counts whole", () => {
  const before = new Map([
    ["ends", 500],
    ["goes on", 10],
  ]);
  const after = new Map([
    ["goes on", 13],
    ["begins", 2],
  ]);
  expect(spentBetween(before, after)).toBe(5);
});
