/** Domain time: written into rows and shown to clients. A test or a sandbox may stop or move it. */
export interface Clock {
  now(): Date;
  /** Calls back after each move of a clock that can be moved; returns what ends that. */
  onMoved?(listener: () => void): () => void;
}

/** The machine's time: for leases, signatures, timeouts, rate limits and caches. */
export interface SystemClock extends Clock {
  /** Monotonic milliseconds since the start of this process, for durations. */
  monotonicMs(): number;
}

export const systemClock: SystemClock = { now: () => new Date(), monotonicMs: () => performance.now() };

/** Corrections up to this size, as NTP makes them, do not count as setting the clock. */
const driftMs = 1_000;

/**
 * Tells whether the clock may have been set back since the last call; at the first call it may. A row that
 * waits for a stored moment has to be checked then, because it would wait too long.
 */
export function watchClockSetBack(clock: SystemClock): () => boolean {
  const offset = () => clock.now().getTime() - clock.monotonicMs();
  let known = Number.POSITIVE_INFINITY;
  return () => {
    const present = offset();
    const isBack = present < known - driftMs;
    known = present;
    return isBack;
  };
}
