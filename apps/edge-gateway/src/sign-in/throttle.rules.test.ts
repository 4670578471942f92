import { describe, expect, it } from "vitest";
import { type Tally, type ThrottlePolicy, throttlePolicies, waitMs, withFailure } from "./throttle.rules.ts";

const start = new Date("2026-03-10T15:00:00.000Z");
const later = (ms: number, from = start) => new Date(from.getTime() + ms);
const fresh: Tally = { failures: 0, counted_at: start, blocked_until: null };
const { account, address } = throttlePolicies;

/** The wait in seconds after each of some failures, each made as soon as it is taken. */
function waits(policy: ThrottlePolicy, times: number): number[] {
  let tally = fresh;
  let now = start;
  return Array.from({ length: times }, () => {
    tally = withFailure(tally, now, policy);
    const wait = waitMs(tally, now, policy);
    now = later(wait, now);
    return wait / 1_000;
  });
}

describe("the back-off", () => {
  it("of an account begins with the fifth failure, doubles, and is never longer than 15 minutes", () => {
    expect(waits(account, 12)).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it("of an address begins later, because many people may share one", () => {
    expect(waits(address, 21).findIndex((wait) => wait > 0)).toBe(19);
  });

  it("of an address does not begin while it fails less than once a minute", () => {
    let tally = fresh;
    for (let minute = 0; minute < 1_000; minute += 1) {
      tally = withFailure(tally, later(minute * 61_000), address);
      expect(tally.blocked_until).toBeNull();
    }
  });

  it("ends on time, and a clock that was set back does not lengthen it", () => {
    let tally = fresh;
    for (let failure = 0; failure < 5; failure += 1) tally = withFailure(tally, start, account);
    expect(waitMs(tally, later(29_999), account)).toBe(1);
    expect(waitMs(tally, later(30_000), account)).toBe(0);
    expect(waitMs(tally, later(-3_600_000), account)).toBe(0);
    expect(withFailure(tally, later(-3_600_000), account).failures).toBe(6);
  });

  it("is forgotten after some hours without a failure", () => {
    let tally = fresh;
    for (let failure = 0; failure < 50; failure += 1) tally = withFailure(tally, start, account);
    const next = withFailure(tally, later(3 * 3_600_000), account);
    expect([next.failures, next.blocked_until]).toEqual([1, null]);
  });
});
