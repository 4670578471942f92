import { expect, it } from "vitest";
import { fakeClock } from "./clock.ts";

it("a fake clock stands still until it is moved", () => {
  const clock = fakeClock("2026-03-10T15:00:00.000Z");
  const before = clock.now();
  clock.advance(1_500);
  expect(clock.now().toISOString()).toBe("2026-03-10T15:00:01.500Z");
  clock.advance(-500);
  expect(clock.now().toISOString()).toBe("2026-03-10T15:00:01.000Z");
  expect(clock.monotonicMs()).toBe(1_000);
  clock.step(-3_600_000);
  expect(clock.now().toISOString()).toBe("2026-03-10T14:00:01.000Z");
  expect(clock.monotonicMs()).toBe(1_000);
  clock.set(new Date("2020-01-01T00:00:00Z"));
  expect(clock.now().getTime()).toBe(Date.UTC(2020, 0, 1));
  expect(before.toISOString()).toBe("2026-03-10T15:00:00.000Z");
});
