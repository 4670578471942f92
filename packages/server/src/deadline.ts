/**
 * Aborts with the given signal or after a timeout, as `AbortSignal.any` with `AbortSignal.timeout` would.
 * Those keep their objects in memory until the timeout, which adds up when many uploads are under way.
 */
export function createDeadline(given: AbortSignal | undefined, timeoutMs: number) {
  const aborting = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = !aborting.signal.aborted;
    aborting.abort();
  }, timeoutMs);
  const follow = () => aborting.abort(given?.reason);
  given?.addEventListener("abort", follow);
  if (given?.aborted) follow();
  return {
    signal: aborting.signal,
    abort: (reason: unknown) => aborting.abort(reason),
    timedOut: () => late,
    /** Removes the timer and the listener. */
    end() {
      clearTimeout(timer);
      given?.removeEventListener("abort", follow);
    },
  };
}
