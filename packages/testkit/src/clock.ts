import type { Clock } from "@marketplace/conventions";

export interface FakeClock extends Clock {
  /** Moves the time on (or back, when negative) by milliseconds. */
  advance(ms: number): void;
  /** Sets the time. */
  set(time: Date | string): void;
}

/** A clock that stands still until a test moves it; starts at a fixed instant unless told. */
export function fakeClock(start: Date | string = "2026-03-10T15:00:00.000Z"): FakeClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms;
    },
    set(next) {
      time = new Date(next).getTime();
    },
  };
}
