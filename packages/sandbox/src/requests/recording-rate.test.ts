import { expect, test } from "vitest";
import { recordingRate } from "./recording-rate.ts";

test("a burst is recorded whole, and then so many requests a second", () => {
  let now = 0;
  const admits = recordingRate({ burst: 3, perSecond: 2 }, () => now);
  const admitted = () => Array.from({ length: 5 }, admits).filter(Boolean).length;
  expect(admitted()).toBe(3);
  now += 1000;
  expect(admitted()).toBe(2);
  now += 60_000;
  expect(admitted()).toBe(3);
});
