import type { SystemClock } from "@marketplace/server";

export interface FakeClock extends SystemClock {
  /** Moves the clock and the monotonic time by milliseconds; back when negative. */
  advance(ms: number): void;
  /** Steps the clock as an operator does who sets it: monotonic time does not change. */
  step(ms: number): void;
  /** Sets the clock in the same way. */
  set(time: Date | string): void;
}

/** A clock that stands still until a test moves it. */
export function fakeClock(start: Date | string = "2026-03-10T15:00:00.000Z"): FakeClock {
  let time = new Date(start).getTime();
  let passed = 0;
  return {
    now: () => new Date(time),
    monotonicMs: () => passed,
    advance(ms) {
      time += ms;
      passed += ms;
    },
    step(ms) {
      time += ms;
    },
    set(next) {
      time = new Date(next).getTime();
    },
  };
}
