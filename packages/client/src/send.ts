/** Sends one request. What the client adds (tokens, repetition) wraps one of these and is one. */
export type Send = (request: Request) => Promise<Response>;

/** Time as the client sees it; tests give their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after this many milliseconds, or rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Rejects with the signal's reason once it aborts; the work goes on, for others may wait for it too. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    const settled = () => signal.removeEventListener("abort", abort);
    work.then(resolve, reject).finally(settled);
  });
}
