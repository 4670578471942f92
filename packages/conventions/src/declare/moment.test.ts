import { expect, it } from "vitest";
import { momentParam } from "./moment.ts";
import { platformTimestamp } from "./timestamps.ts";

it.each([
  ["2026-03-01T10:00:00+05:30", "2026-03-01T00:30:00.000-04:00"],
  ["9999-12-31T23:59:59-06:00", "9999-12-31T23:59:59.999-04:00"],
  ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000-04:00"],
])("%s is answered as %s: years have four digits", (sent, answered) => {
  expect(platformTimestamp(momentParam(false).parse(sent))).toBe(answered);
});
