import type { SystemClock } from "@marketplace/server";

export interface FakeClock extends SystemClock {
  /** Lets time pass (or turns it back, when negative), by milliseconds: durations pass as well. */
  advance(ms: number): void;
  /** Moves the time by milliseconds as an operator who sets the machine's clock does: no duration passes. */
  step(ms: number): void;
  /** Sets the time, likewise. */
  set(time: Date | string): void;
}

/** A clock that stands still until a test moves it; starts at a fixed instant unless told. */
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
