import { expect, it } from "vitest";
import { momentIn, wallClock } from "./zoned.rules.ts";

it("reads and writes the wall clock of a zone, beside a change of the clocks as well", () => {
  const zones = ["UTC", "America/Argentina/Buenos_Aires", "America/Santiago"];
  // The clocks of Chile go back on 2026-04-05 at 03:00 UTC.
  const moments = ["2026-04-05T02:30:00Z", "2026-04-05T05:30:00Z", "2026-12-01T12:00:00Z"];
  for (const timeZone of zones)
    for (const moment of moments) {
      const at = new Date(moment);
      expect(momentIn(timeZone, wallClock(at, timeZone))).toEqual(at);
    }
  expect(wallClock(new Date("2026-12-01T12:00:00Z"), "America/Argentina/Buenos_Aires")).toBe(
    "2026-12-01T09:00:00",
  );
  expect(momentIn("UTC", "soon")).toBeUndefined();
});
