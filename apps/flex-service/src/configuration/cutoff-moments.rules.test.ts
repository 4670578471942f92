import { describe, expect, it } from "vitest";
import { cutoffsOf } from "./cutoff-moments.rules.ts";
import { initialDelivery } from "./initial-state.rules.ts";

const zone = "America/Argentina/Buenos_Aires";
const workedHolidays: string[] = [];
const seller = { siteId: "MLA", userId: 7, serviceId: 9, delivery: initialDelivery, workedHolidays };
const id = "/shipping/flex/sites/MLA/users/7/services/9";
/** From Wednesday, March 11, to Wednesday, March 25; March 23 and 24 are holidays. */
const range = {
  after: new Date("2026-03-11T16:00:00Z"),
  until: new Date("2026-03-25T15:59:59Z"),
  limit: 100,
};
const momentsOf = (changes: Partial<typeof seller> = {}) =>
  cutoffsOf({ ...seller, ...changes }, zone, range).map(({ at }) => at.toISOString().slice(5, 13));

describe("the cutoffs of a seller", () => {
  it("are on each day that they work, between the ends of the range", () => {
    expect(momentsOf()).toEqual([
      "03-12T16",
      "03-13T16",
      "03-16T16",
      "03-17T16",
      "03-18T16",
      "03-19T16",
      "03-20T16",
    ]);
    expect(cutoffsOf(seller, zone, range)[0]).toEqual({ at: new Date("2026-03-12T16:00:00Z"), id });
  });

  it("are on holidays on which they work, too", () => {
    expect(momentsOf({ workedHolidays: ["2026-03-24"] }).slice(-2)).toEqual(["03-20T16", "03-24T16"]);
  });

  it("are on the day before where parcels are delivered on the next day", () => {
    const delivery = { ...initialDelivery, window: "next_day" as const };
    expect(momentsOf({ delivery }).slice(0, 3)).toEqual(["03-12T16", "03-15T16", "03-16T16"]);
  });

  it("are one where ranges share it, and each where they differ", () => {
    const ranges = { week: [], saturday: null, sunday: null };
    const week = [
      { from: 10, to: 14, cutoff: 9 },
      { from: 14, to: 20, cutoff: 9 },
      { from: 15, to: 21, cutoff: 13 },
    ];
    const delivery = { ...initialDelivery, ranges: { ...ranges, week } };
    expect(momentsOf({ delivery }).slice(0, 3)).toEqual(["03-12T12", "03-12T16", "03-13T12"]);
  });

  it("are as many as are asked for, and none on a site that is not known", () => {
    expect(cutoffsOf(seller, zone, { ...range, limit: 2 })).toHaveLength(2);
    expect(cutoffsOf(seller, undefined, range)).toEqual([]);
  });

  it("are none for a seller who works on no day, however long the range is", () => {
    const ranges = { week: null, saturday: null, sunday: null };
    const delivery = { ...initialDelivery, ranges };
    expect(cutoffsOf({ ...seller, delivery }, zone, { ...range, until: new Date("2100-01-01") })).toEqual([]);
  });
});
