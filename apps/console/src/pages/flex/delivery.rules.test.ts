import { describe, expect, it } from "vitest";
import { bodyOf, cutoffInForce, type DeliveryDraft, refusalsOf } from "./delivery.rules.ts";

const limits = { capacity_range: { from: 1, to: 10_000 } };
const draft: DeliveryDraft = {
  window: "same_day",
  capacity: 50,
  ranges: { week: [{ from: 10, to: 20, cutoff: 14 }], saturday: [], sunday: [] },
};
const codes = (change: Partial<DeliveryDraft>) =>
  refusalsOf({ ...draft, ...change }, limits).map(({ code, day, index }) => [code, day, index]);
const week = (...ranges: [from: number, to: number, cutoff: number][]) => ({
  ranges: { ...draft.ranges, week: ranges.map(([from, to, cutoff]) => ({ from, to, cutoff })) },
});

describe("what the API will refuse of a delivery", () => {
  it("is nothing for a draft that it takes, ranges that meet included", () => {
    expect(codes({})).toEqual([]);
    expect(codes(week([8, 12, 8], [12, 24, 24]))).toEqual([]);
  });

  it("is a week without a range, and a capacity out of its range", () => {
    expect(codes({ capacity: 0, ...week() })).toEqual([
      ["week_needed", "week", undefined],
      ["capacity_out_of_range", undefined, undefined],
    ]);
  });

  it.each([
    ["invalid_range", [12, 12, 10]],
    ["cutoff_after_end", [10, 12, 13]],
    ["out_of_range", [10, 25, 12]],
  ] as const)("is %s of a range", (code, [from, to, cutoff]) => {
    expect(codes(week([8, 10, 8], [from, to, cutoff]))).toEqual([[code, "week", 1]]);
  });

  it("is a range that overlaps one before it", () => {
    expect(codes(week([8, 12, 8], [11, 14, 8]))).toEqual([["overlapping_ranges", "week", 1]]);
  });
});

it("the cutoff in force is no later than the hours allow", () => {
  const range = { from: 10, to: 20, cutoff: 14 };
  expect([cutoffInForce("same_day", range), cutoffInForce("next_day", range)]).toEqual([14, 10]);
  expect(cutoffInForce("next_day", { ...range, cutoff: 8 })).toBe(8);
});

it("a day without ranges is not worked, and each range carries the one capacity", () => {
  expect(bodyOf(draft)).toEqual({
    delivery_window: "same_day",
    delivery_ranges: { week: [{ from: 10, to: 20, cutoff: 14, capacity: 50 }], saturday: null, sunday: null },
  });
  expect(bodyOf(draft, { canSetCapacity: false }).delivery_ranges.week).toEqual([
    { from: 10, to: 20, cutoff: 14 },
  ]);
});
