/** What makes two requests the same request (decisions 1.9). */
export interface IdempotencyScope {
  callerId: number;
  /** The one the caller came through. Keys are the user's, not the application's, unless a store makes them so. */
  applicationId: number;
  method: string;
  path: string;
  key: string;
  bodyHash: string;
}

/** An answer as it is kept for a repetition. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A change that was made. */
export interface MadeChange {
  answer: StoredAnswer;
  /** Runs after the commit and gives the answer that is to be kept instead. */
  finish?: (() => Promise<StoredAnswer>) | undefined;
}

/** Makes a change and keeps its answer, both or neither; gives the answer in the end. */
export type KeepOnce = (change: () => Promise<MadeChange>) => Promise<StoredAnswer>;

/**
 * Makes the change of a key once: only 2xx answers are kept, for 24 h; a parallel duplicate waits for the first. What an
 * attempt does beside `keep` may be done again. Implemented on Postgres by the database package.
 */
export interface IdempotencyStore {
  run(
    scope: IdempotencyScope,
    attempt: (keep: KeepOnce) => Promise<StoredAnswer>,
  ): Promise<{ kind: "fresh" | "stored"; answer: StoredAnswer } | { kind: "conflict" }>;
}

/** The change of an operation that is made once per key. */
export interface OnceStep<T> {
  /** In one transaction with the key: it asks no other service, and may run again after a deadlock. */
  change: () => Promise<T>;
  /** Completes what was done after the commit, where others may be asked; it never rejects. */
  finish?: (done: T) => Promise<T>;
  /** The handler's result for it. */
  answer: (done: T) => unknown;
}

/** Makes the change of a request, once if it carries a key, and gives the handler's result. */
export type Once = <T>(step: OnceStep<T>) => Promise<unknown>;

/** What a handler receives for what is to happen once. */
export interface OncePerKey {
  once: Once;
  /** Equal for the repetitions of a request and for nothing else; `undefined` where it carries no key. */
  sameAs: string | undefined;
}
