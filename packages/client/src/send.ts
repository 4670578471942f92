/** Sends one request. What the client adds (tokens, repetition) wraps one of these and is one. */
export type Send = (request: Request) => Promise<Response>;

/** Time as the client sees it; tests give their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after this many milliseconds, or rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}
