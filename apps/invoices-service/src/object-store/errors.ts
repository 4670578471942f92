/** No object has this key, or its bytes are gone. */
export class ObjectMissing extends Error {
  override readonly name = "ObjectMissing";
  constructor(key: string, options?: ErrorOptions) {
    super(`no object has the key ${JSON.stringify(key)}`, options);
  }
}

/** A conditional put found an object under its key; the object is unchanged. */
export class ObjectExists extends Error {
  override readonly name = "ObjectExists";
  constructor(key: string, options?: ErrorOptions) {
    super(`an object has the key ${JSON.stringify(key)} already`, options);
  }
}

/**
 * The store cannot serve now: refused, timed out, failing, misconfigured or full. A put that ends so may
 * still become visible.
 */
export class ObjectStoreUnavailable extends Error {
  override readonly name = "ObjectStoreUnavailable";
  /** The conventions answer 503 to errors that say so. */
  readonly unavailable = true;
}

/**
 * The body ended before its end: its source failed, closed, or gave fewer bytes than declared. Nothing was
 * stored.
 */
export class TruncatedUpload extends Error {
  override readonly name = "TruncatedUpload";
}

/**
 * The body has more bytes than the caller or the store allows; reading stopped there and nothing was stored.
 */
export class ObjectTooLarge extends Error {
  override readonly name = "ObjectTooLarge";
}

/** The requested range has no byte in common with the object, whose size in bytes is `size`. */
export class RangeUnsatisfiable extends Error {
  override readonly name = "RangeUnsatisfiable";
  readonly size: number;
  constructor(size: number) {
    super(`the range lies outside the object's ${size} bytes`);
    this.size = size;
  }
}

const STORE_ERRORS = [
  ObjectMissing,
  ObjectExists,
  ObjectStoreUnavailable,
  TruncatedUpload,
  ObjectTooLarge,
  RangeUnsatisfiable,
];

/**
 * Gives errors of the store, and a caller's own mistakes, as they are; every other failure is the store being
 * unavailable.
 */
export function asStoreError(error: unknown): unknown {
  if (STORE_ERRORS.some((type) => error instanceof type)) return error;
  if (error instanceof TypeError) return error;
  return new ObjectStoreUnavailable(`the object store failed: ${reason(error)}`, { cause: error });
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/**
 * Runs a driver's work, so that only the store's own errors, or the reason of the caller's abort, leave it.
 */
export async function guarded<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted && !STORE_ERRORS.some((type) => error instanceof type)) throw signal.reason;
    throw asStoreError(error);
  }
}
