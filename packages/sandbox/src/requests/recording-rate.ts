/** What is recorded at most: a burst, and in the long run so many requests a second. */
export interface RecordingRate {
  burst: number;
  perSecond: number;
}

/**
 * A token bucket. At a high rate the log would turn over before anybody looked at it, and recording each
 * request takes half as much CPU time as answering a short read.
 *
 * @param now Milliseconds of a monotonic clock.
 * @returns Takes a token for one request; false when there is none.
 */
export function recordingRate({ burst, perSecond }: RecordingRate, now = () => performance.now()) {
  let tokens = burst;
  let filledAt = now();
  return (): boolean => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) * perSecond) / 1000);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
