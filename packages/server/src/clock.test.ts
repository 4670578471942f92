import { expect, it } from "vitest";
import { type SystemClock, systemClock, watchClockSetBack } from "./clock.ts";

it("notices once that the clock was set back, and ignores a clock set forward and time that passes", () => {
  let [time, passed] = [1_000_000, 0];
  const clock: SystemClock = { now: () => new Date(time), monotonicMs: () => passed };
  const wasSetBack = watchClockSetBack(clock);
  const after = (moved: number, elapsed: number) => {
    time += moved;
    passed += elapsed;
    return wasSetBack();
  };
  expect(after(0, 0)).toBe(true);
  expect(after(60_000, 60_000)).toBe(false);
  expect(after(59_500, 60_000)).toBe(false);
  expect(after(-5 * 3_600_000, 0)).toBe(true);
  expect(after(0, 0)).toBe(false);
  expect(after(5 * 3_600_000, 1_000)).toBe(false);
  // The machine slept.
  expect(after(3_600_000, 10)).toBe(false);
});

it("measures durations by a monotonic clock", () => {
  const before = systemClock.monotonicMs();
  expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(before);
  expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(60_000);
});
