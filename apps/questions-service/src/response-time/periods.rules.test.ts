import { expect, it } from "vitest";
import { periodAt, periods } from "./periods.rules.ts";

const { none, weekend, workingHours, extraHours } = periods;

it.each([
  ["a Monday before nine", "2026-03-09T11:59:59.999Z", none],
  ["a Monday from nine", "2026-03-09T12:00:00.000Z", workingHours],
  ["a Monday before six", "2026-03-09T20:59:59.999Z", workingHours],
  ["a Monday from six", "2026-03-09T21:00:00.000Z", extraHours],
  ["a Tuesday from midnight", "2026-03-10T03:00:00.000Z", none],
  ["a Saturday before nine", "2026-03-14T11:59:59.999Z", none],
  ["a Saturday from nine", "2026-03-14T12:00:00.000Z", weekend],
  ["a Sunday before midnight", "2026-03-16T02:59:59.999Z", weekend],
])("%s", (_when, moment, period) => {
  expect(periodAt(new Date(moment), "America/Argentina/Buenos_Aires")).toBe(period);
});

it("follows the clock of each zone: daylight saving, quarters and halves of an hour", () => {
  const zones = [
    "America/Santiago",
    "America/Bogota",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
  ];
  // Nights in which clocks change, and some around them, every five minutes.
  for (const start of ["2026-04-04T00:00Z", "2026-09-05T12:00Z", "2026-10-03T12:00Z"])
    for (let minutes = 0; minutes < 36 * 60; minutes += 5) {
      const moment = new Date(Date.parse(start) + minutes * 60_000);
      for (const zone of zones) expect(periodAt(moment, zone)).toBe(bySpelledOut(moment, zone));
    }
});

/** The same from the wall clock as it is written. */
function bySpelledOut(moment: Date, timeZone: string): number {
  const wall = moment.toLocaleString("en-GB", {
    timeZone,
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
  });
  const [, day = "", hour = ""] = /^(\w+)\D+(\d\d):/.exec(wall) ?? [];
  if (Number(hour) < 9) return none;
  if (day.startsWith("S")) return weekend;
  return Number(hour) < 18 ? workingHours : extraHours;
}
