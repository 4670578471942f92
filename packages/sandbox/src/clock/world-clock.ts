import { type Clock, type ClockState, createMovableClock } from "@marketplace/server";
import type { WorldClock, WorldTime } from "../world.ts";

/** How a world's clock reaches processes that have one of their own, and survives a restart. */
export interface ClockKeeper extends Pick<WorldTime, "moved"> {
  /** How the clock stood when the product ended; real time when absent. */
  initial?: ClockState | undefined;
}

/** A world's clock, which its services are composed with. */
export function createWorldClock(real: Clock, initial?: ClockState): WorldClock {
  const clock = createMovableClock(initial, real);
  return Object.defineProperty({ ...clock, offsetMs: 0 }, "offsetMs", {
    get: () => clock.state().offsetMs,
    enumerable: true,
  });
}
