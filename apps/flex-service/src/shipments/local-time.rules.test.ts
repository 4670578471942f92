import { describe, expect, it } from "vitest";
import { endOfNextWorkingDay, momentOf, nextDate } from "./local-time.rules.ts";

const santiago = "America/Santiago";

describe("the moment of a time of a day", () => {
  it("is the one at which the wall clock shows it, on both sides of a change of the clock", () => {
    expect(momentOf("2026-09-05", 23, santiago)).toEqual(new Date("2026-09-06T03:00:00Z"));
    expect(momentOf("2026-09-06", 1, santiago)).toEqual(new Date("2026-09-06T04:00:00Z"));
    expect(momentOf("2026-04-04", 22, santiago)).toEqual(new Date("2026-04-05T01:00:00Z"));
    expect(momentOf("2026-04-05", 0, santiago)).toEqual(new Date("2026-04-05T04:00:00Z"));
    expect(momentOf("2026-11-27", 24, "America/Sao_Paulo")).toEqual(new Date("2026-11-28T03:00:00Z"));
  });

  it("is that of an hour later where the clock leaves the time out", () => {
    const one = momentOf("2026-09-06", 1, santiago);
    expect(momentOf("2026-09-05", 24, santiago)).toEqual(one);
    expect(momentOf("2026-09-06", 0, santiago)).toEqual(one);
  });

  it("is never before that of an earlier time", () => {
    const days = ["2026-04-03", "2026-04-04", "2026-04-05", "2026-09-04", "2026-09-05", "2026-09-06"];
    for (const day of days)
      for (let hour = 1; hour <= 24; hour += 1)
        expect(momentOf(day, hour, santiago) >= momentOf(day, hour - 1, santiago)).toBe(true);
  });
});

it("the end of the next working day leaves out weekends and holidays", () => {
  const place = { siteId: "MLC", timeZone: santiago };
  // Thursday, September 17, 2026; then Chile's holidays of Friday and Saturday.
  const end = endOfNextWorkingDay(new Date("2026-09-17T15:00:00Z"), place);
  expect(end).toEqual(new Date("2026-09-22T02:59:59Z"));
});

it("the day after is that of the calendar", () => {
  expect(nextDate("2028-02-28")).toBe("2028-02-29");
  expect(nextDate("2026-12-31")).toBe("2027-01-01");
});
