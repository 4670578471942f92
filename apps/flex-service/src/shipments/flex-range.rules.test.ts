import { describe, expect, it } from "vitest";
import type { Delivery } from "../configuration/state.schema.ts";
import { nextRange } from "./flex-range.rules.ts";

const place = { siteId: "MLA", timeZone: "America/Argentina/Buenos_Aires" };
const range = { from: 14, to: 21, cutoff: 13 };
const present: Delivery = {
  window: "same_day",
  capacity: 30,
  ranges: { week: [range], saturday: null, sunday: null },
};

/** The local day and hour of the next range, of a seller with these changes; March 10, 2026, is a Tuesday. */
const nextAfter = (soldAt: string, changes: Partial<Delivery> = {}, workedHolidays: string[] = []) => {
  const seller = { delivery: { ...present, ...changes }, workedHolidays };
  const { start } = nextRange(new Date(`2026-${soldAt}-03:00`), seller, place);
  return new Date(start.getTime() - 3 * 3_600_000).toISOString().slice(5, 13);
};

describe("the next delivery range of a sale", () => {
  it("is on the same day until the cutoff, and on the next one from then on", () => {
    expect(nextAfter("03-10T12:59:59.999")).toBe("03-10T14");
    expect(nextAfter("03-10T13:00:00")).toBe("03-11T14");
    expect(nextAfter("03-10T13:30:00")).toBe("03-11T14");
  });

  it("is on the day after a sale where parcels are delivered on the next day", () => {
    const window = "next_day";
    expect(nextAfter("03-10T09:00:00", { window })).toBe("03-11T14");
    expect(nextAfter("03-10T12:59:59.999", { window })).toBe("03-11T14");
    expect(nextAfter("03-10T13:00:00", { window })).toBe("03-12T14");
  });

  it("is one that has not begun, however late its cutoff is", () => {
    const ranges = { ...present.ranges, week: [{ ...range, cutoff: 20 }] };
    expect(nextAfter("03-10T13:59:59", { ranges })).toBe("03-10T14");
    expect(nextAfter("03-10T14:00:00", { ranges })).toBe("03-11T14");
  });

  it("is a later one of the day when the first has taken its last sale", () => {
    const ranges = { ...present.ranges, week: [{ from: 9, to: 12, cutoff: 8 }, range] };
    expect(nextAfter("03-10T07:00:00", { ranges })).toBe("03-10T09");
    expect(nextAfter("03-10T08:30:00", { ranges })).toBe("03-10T14");
    expect(nextAfter("03-10T13:30:00", { ranges })).toBe("03-11T09");
  });

  it("is one of the day after for a cutoff at midnight", () => {
    const ranges = { ...present.ranges, week: [{ ...range, cutoff: 0 }] };
    expect(nextAfter("03-10T09:00:00", { ranges })).toBe("03-11T14");
    expect(nextAfter("03-10T09:00:00", { ranges, window: "next_day" })).toBe("03-12T14");
  });

  it("leaves out days and holidays on which the seller does not work", () => {
    // Friday, then the holidays of Monday and Tuesday.
    expect(nextAfter("03-20T13:00:00")).toBe("03-25T14");
    expect(nextAfter("03-20T13:00:00", {}, ["2026-03-24"])).toBe("03-24T14");
  });

  it("is the one of a new subscription for a seller who works on no day, or has none", () => {
    const ranges = { week: null, saturday: null, sunday: null };
    expect(nextAfter("03-10T13:30:00", { ranges })).toBe("03-11T14");
    const { start } = nextRange(new Date("2026-03-10T13:30:00-03:00"), undefined, place);
    expect(start).toEqual(new Date("2026-03-11T14:00:00-03:00"));
  });
});
