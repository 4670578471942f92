import { expect, test } from "vitest";
import { nextAttempt, standardGaps } from "./retry-schedule.rules.ts";

const failedAt = new Date("2026-03-10T15:00:00.000Z");
const secondsUntil = (attempt: number, random: number) => {
  const next = nextAttempt(attempt, failedAt, { random: () => random });
  return next && (next.getTime() - failedAt.getTime()) / 1000;
};

test("the waits after the first seven attempts are those of the decisions, and the eighth is the last", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => secondsUntil(attempt, 0.5));
  expect(waits).toEqual([5, 30, 120, 300, 600, 900, 1200, undefined]);
});

test("each wait is spread by a fifth either way", () => {
  standardGaps.forEach((gap, index) => {
    expect(secondsUntil(index + 1, 0)).toBeCloseTo((0.8 * gap) / 1000, 3);
    expect(secondsUntil(index + 1, 1)).toBeCloseTo((1.2 * gap) / 1000, 3);
  });
});
