import { fakeClock } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { rateLimiter } from "./rate-limit.ts";

describe("the rate limiter", () => {
  it("grants a minute's worth at once, and says when the next one is earned", () => {
    const clock = fakeClock();
    const take = rateLimiter(clock);
    expect(Array.from({ length: 4 }, () => take("a", 3))).toEqual([0, 0, 0, 20]);
    clock.advance(19_999);
    expect(take("a", 3)).toBe(1);
    clock.advance(1);
    expect(take("a", 3)).toBe(0);
    expect(take("a", 3)).toBe(20);
  });

  it("counts each key for itself, and nothing without a limit", () => {
    const take = rateLimiter(fakeClock());
    expect([take("a", 1), take("b", 1), take("a", 1)]).toEqual([0, 0, 60]);
    expect(Array.from({ length: 100 }, () => take("c", 0))).toEqual(Array(100).fill(0));
  });

  it.each([-5, 5])("refills at the same rate when the clock is set by %s hours", (hours) => {
    const clock = fakeClock();
    const take = rateLimiter(clock);
    for (let request = 0; request < 3; request++) take("a", 3);
    clock.step(hours * 3_600_000);
    expect(take("a", 3)).toBe(20);
    clock.advance(20_000);
    expect([take("a", 3), take("a", 3)]).toEqual([0, 20]);
  });

  it("does not save up beyond a minute", () => {
    const clock = fakeClock();
    const take = rateLimiter(clock);
    take("a", 2);
    clock.advance(3_600_000);
    expect([take("a", 2), take("a", 2), take("a", 2)]).toEqual([0, 0, 30]);
  });
});
