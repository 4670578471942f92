import { describe, expect, test } from "vitest";
import { newTally, type Tally } from "../faults/tally.ts";
import { checkListings } from "./read-back.ts";
import { figuresOf, isFlawless, reportOf } from "./verdict.ts";

const seen = {
  seconds: 61.04,
  requests: 900,
  acknowledged: 300,
  acknowledgedAt: [1_000, 1_200, 3_700],
  slowestMs: 812,
};
const figures = (change: Partial<Tally> = {}, acknowledged = 300) =>
  figuresOf("upgrade", { ...newTally(), ...change }, { ...seen, acknowledged });

describe("the verdict of a stage", () => {
  test("is good when clients wrote and nothing is recorded against it", () => {
    expect(isFlawless(figures())).toBe(true);
    expect(reportOf(figures())).toBe(
      "900 requests, 300 acknowledged writes, 0 failed, 0 lost, 0 duplicated, 0 other violations, 61.0 s, " +
        "longest time without a write 2.5 s, slowest request 0.8 s",
    );
  });

  test("is bad when nobody wrote", () => {
    expect(isFlawless(figures({}, 0))).toBe(false);
  });

  test.each([
    ["an answer 5xx, or none", { failures: ["GET /: 503"] }, "1 failed"],
    ["a valid request that was refused", { refused: ["400"] }, "1 failed"],
    ["a lost write", { lost: ["question 1"] }, "1 lost"],
    ["a write that was done twice", { duplicated: ["order 1"] }, "1 duplicated"],
    ["half a write", { halfVisible: ["order 1"] }, "1 other violations"],
    ["an error without the standard body", { notStandard: ["GET /"] }, "1 other violations"],
    ["events that wait", { undrained: ["outbox"] }, "1 other violations"],
  ])("is bad after %s", (_, change, said) => {
    expect(isFlawless(figures(change))).toBe(false);
    expect(reportOf(figures(change))).toContain(`${said}, `);
  });

  test("names cases, and counts a failure that is in two lists once", () => {
    const failed = figures({ failures: ["GET /: 500"], inexcusable: ["GET /: 500"] });
    expect(failed.others).toEqual([]);
    expect(reportOf(failed)).toMatch(/\n {2}failed: GET \/: 500$/);
  });
});

describe("of a listed item, [lost, duplicated] are", () => {
  const listing = { title: "Producto a", outcome: "acknowledged", id: "MLA1" } as const;
  test.each([
    ["acknowledged and there", listing, ["Producto a", "Producto b"], [0, 0]],
    ["acknowledged and away", listing, ["Producto b"], [1, 0]],
    ["acknowledged and there twice", listing, ["Producto a", "Producto a"], [0, 1]],
    ["unknown and away", { ...listing, outcome: "unknown" as const }, [], [0, 0]],
    [
      "unknown and there twice",
      { ...listing, outcome: "unknown" as const },
      ["Producto a", "Producto a"],
      [0, 1],
    ],
  ])("%s", (_, one, titles, expected) => {
    const { lost, duplicated } = newTally();
    checkListings([one], titles, { lost, duplicated });
    expect([lost.length, duplicated.length]).toEqual(expected);
  });
});
