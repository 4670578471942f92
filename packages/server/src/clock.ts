/** Domain time: what is written into rows and shown to clients. A test, or a sandbox, may hold it still or move it. */
export interface Clock {
  now(): Date;
}

/** The machine's time: for leases, signatures, timeouts, rate limits and caches. */
export interface SystemClock extends Clock {
  /**
   * Milliseconds since some moment of this process. Durations are measured by it: unlike `now` it never jumps when the
   * machine's clock is set, so nothing measured by it lasts longer than it should.
   */
  monotonicMs(): number;
}

/** The machine's clock. */
export const systemClock: SystemClock = { now: () => new Date(), monotonicMs: () => performance.now() };

/** What a clock may be corrected by without having been set. */
const driftMs = 1_000;

/**
 * Tells whether the clock may have been set back since it was last asked; at first it may. What waits for a moment that is
 * written down, in a row that outlives processes, is to be looked at then: it would wait until the clock is where it was.
 */
export function setBackWatch(clock: SystemClock): () => boolean {
  const offset = () => clock.now().getTime() - clock.monotonicMs();
  let known = Number.POSITIVE_INFINITY;
  return () => {
    const present = offset();
    const isBack = present < known - driftMs;
    known = present;
    return isBack;
  };
}
