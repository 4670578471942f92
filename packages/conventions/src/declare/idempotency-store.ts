/** Requests with equal scopes are the same request (decisions 1.9). */
export interface IdempotencyScope {
  callerId: number;
  /** The application of the caller. Keys belong to the user, unless a store separates applications. */
  applicationId: number;
  method: string;
  path: string;
  key: string;
  bodyHash: string;
}

/** An answer, stored for repetitions of its request. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface MadeChange {
  answer: StoredAnswer;
  /** Runs after the commit and returns the answer to store instead. */
  finish?: (() => Promise<StoredAnswer>) | undefined;
}

/** Makes a change and stores its answer in one transaction; returns the final answer. */
export type KeepOnce = (change: () => Promise<MadeChange>) => Promise<StoredAnswer>;

/**
 * Makes the change of a key once. Only 2xx answers are stored, for 24 h. A parallel duplicate waits for the
 * first. What an attempt does outside of `keep` may run again. The database package implements it on
 * Postgres.
 */
export interface IdempotencyStore {
  run(
    scope: IdempotencyScope,
    attempt: (keep: KeepOnce) => Promise<StoredAnswer>,
  ): Promise<{ kind: "fresh" | "stored"; answer: StoredAnswer } | { kind: "conflict" }>;
}

/** A change that is made once per key. */
export interface OnceStep<T> {
  /** Runs in one transaction with the key: it asks no other service, and may run again after a deadlock. */
  change: () => Promise<T>;
  /** Runs after the commit, where other services may be asked; never rejects. */
  finish?: (done: T) => Promise<T>;
  /** The result of the handler. */
  answer: (done: T) => unknown;
}

/** Makes a change, once if the request has a key, and returns the result of the handler. */
export type Once = <T>(step: OnceStep<T>) => Promise<unknown>;

/** A part of a streamed request: its name is unique in the request, equal contents have equal hashes. */
export interface Part {
  name: string;
  hash: string;
  /** Where it is kept, with the key, when it changes another database than the operation's own. */
  store?: IdempotencyStore | undefined;
}

/**
 * Makes the change of one part of a request, once if the request has a key, and returns its text, which
 * repetitions get as well. `work` may ask other services before it calls `keep`, whose change runs in one
 * transaction with the key. Throws 409 when the key has another part of this name.
 */
export type OncePerPart = (
  part: Part,
  work: (keep: (change: () => Promise<string>) => Promise<string>) => Promise<string>,
) => Promise<string>;

/**
 * Makes the change of a form that was sent instead of JSON, once if the request has a key. The handler reads
 * forms, so it says what is in this one: `sent` is equal for equal forms. `work` is not called for a
 * repetition. Throws 409 when the key has another form.
 */
export type OncePerForm = (sent: string, work: (once: Once) => Promise<unknown>) => Promise<unknown>;

/** What a handler receives for changes that are made once. */
export interface OncePerKey {
  once: Once;
  /** For operations that create "in steps" and take a form instead of JSON (`orForm`). */
  oncePerForm: OncePerForm;
  /** For operations that create "in parts"; may be called after the handler has returned its stream. */
  oncePerPart: OncePerPart;
  /** Equal for the repetitions of a request only; `undefined` without a key and unless "in steps". */
  sameAs: string | undefined;
}
