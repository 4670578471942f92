import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nanosecondTimestamp, platformTimestamp, utcTimestamp } from "./timestamps.ts";

const instant = new Date("2026-01-01T02:03:04.005Z");

describe("timestamps", () => {
  it("of searches, answers and shipments stand at -04:00 with milliseconds", () => {
    expect(platformTimestamp(instant)).toBe("2025-12-31T22:03:04.005-04:00");
  });

  it("of a single question have nine digits of a second", () => {
    expect(nanosecondTimestamp(instant)).toBe("2026-01-01T02:03:04.005000000Z");
  });

  it("of everything else are UTC with milliseconds", () => {
    expect(utcTimestamp(instant)).toBe("2026-01-01T02:03:04.005Z");
  });

  it("all name the same instant, in summer as in winter", () => {
    const times = fc.date({ min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(times, (time) => {
        for (const text of [platformTimestamp(time), nanosecondTimestamp(time), utcTimestamp(time)])
          expect(Date.parse(text)).toBe(time.getTime());
      }),
    );
  });
});
