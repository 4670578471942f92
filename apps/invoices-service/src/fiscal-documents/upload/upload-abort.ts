/** What may end the storing of one file before its end. */
export interface Abandonment {
  signal: AbortSignal;
  abort(reason: unknown): void;
  timedOut(): boolean;
  /** Nothing is left to be abandoned. */
  end(): void;
}

/**
 * Ends with the reading of the form, if one is given, or after the time. Not made of `AbortSignal.any` and `.timeout`: what
 * they leave behind lives until the time is over, or longer.
 */
export function abandonment(reading: AbortSignal | undefined, timeoutMs: number): Abandonment {
  const aborting = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = !aborting.signal.aborted;
    aborting.abort();
  }, timeoutMs);
  const follow = () => aborting.abort(reading?.reason);
  reading?.addEventListener("abort", follow);
  if (reading?.aborted) follow();
  return {
    signal: aborting.signal,
    abort: (reason) => aborting.abort(reason),
    timedOut: () => late,
    end() {
      clearTimeout(timer);
      reading?.removeEventListener("abort", follow);
    },
  };
}
