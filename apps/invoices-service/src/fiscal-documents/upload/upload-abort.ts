/**
 * Aborts with the given signal or after a timeout, as `AbortSignal.any` with `AbortSignal.timeout` would.
 * Those keep their objects in memory for the whole minute, which uploads notice.
 */
export function uploadAbort(reading: AbortSignal | undefined, timeoutMs: number) {
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
    abort: (reason: unknown) => aborting.abort(reason),
    timedOut: () => late,
    /** Removes the timer and the listener. */
    end() {
      clearTimeout(timer);
      reading?.removeEventListener("abort", follow);
    },
  };
}
