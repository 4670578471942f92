/** A wait that can be cut short; whatever ends it first leaves no timer and no listener behind. */
export interface Pause {
  /** Resolves when it ends: whether it was cut short by a signal. */
  ended: Promise<{ aborted: boolean }>;
  /** Ends it now. */
  end(): void;
}

/** Waits so many milliseconds, but not beyond the abortion of any of the signals. */
export function pause(ms: number, signals: readonly (AbortSignal | undefined)[]): Pause {
  const { promise: ended, resolve } = Promise.withResolvers<{ aborted: boolean }>();
  const settle = (aborted: boolean) => {
    clearTimeout(timer);
    for (const signal of signals) signal?.removeEventListener("abort", abort);
    resolve({ aborted });
  };
  const end = () => settle(false);
  const abort = () => settle(true);
  const timer = setTimeout(end, ms);
  for (const signal of signals) signal?.addEventListener("abort", abort);
  if (signals.some((signal) => signal?.aborted)) abort();
  return { ended, end };
}
