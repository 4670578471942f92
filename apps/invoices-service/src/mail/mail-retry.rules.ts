const firstWaitMs = 5_000;
/** An hour: the longest wait between two attempts. */
const longestWaitMs = 3_600_000;

/**
 * An e-mail due later than this was written before the database's clock was set back, in milliseconds. A
 * minute more than the longest wait, because the clocks of two sessions may differ a little.
 */
export const latestDueMs = longestWaitMs + 60_000;

/** With these waits the last attempt comes a day after the first. */
export const maxAttempts = 34;

/** The wait in milliseconds after this attempt (from 1) failed; `undefined` after the last. */
export const waitAfter = (attempt: number): number | undefined =>
  attempt >= maxAttempts ? undefined : Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
