/** An error that the interface of the store names. */
class StoreError extends Error {
  override readonly name = this.constructor.name;
}

/** No object has this key, or its bytes are gone. */
export class ObjectMissing extends StoreError {
  constructor(key: string, options?: ErrorOptions) {
    super(`no object has the key ${JSON.stringify(key)}`, options);
  }
}

/** A conditional put found an object with its key, which is unchanged. */
export class ObjectExists extends StoreError {
  constructor(key: string, options?: ErrorOptions) {
    super(`an object has the key ${JSON.stringify(key)} already`, options);
  }
}

/** The store cannot serve, or is full. The object of such a put may still become visible. */
export class ObjectStoreUnavailable extends StoreError {
  /** The conventions answer 503 to errors with this mark. */
  readonly unavailable = true;
}

/** The body ended early: its source failed, closed, or gave fewer bytes than declared. Nothing was stored. */
export class TruncatedUpload extends StoreError {}

/** The body has more bytes than allowed. Reading stopped there, and nothing was stored. */
export class ObjectTooLarge extends StoreError {}

/** The requested range has no byte of the object, whose size in bytes is `size`. */
export class RangeUnsatisfiable extends StoreError {
  readonly size: number;
  constructor(size: number) {
    super(`the range lies outside the object's ${size} bytes`);
    this.size = size;
  }
}

/** Gives every error but those of the store and of the caller as ObjectStoreUnavailable. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError || error instanceof TypeError) return error;
  return new ObjectStoreUnavailable(`the object store failed: ${reason(error)}`, { cause: error });
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/** Runs a driver's work; it rejects with errors of the store or the reason of the caller's abort only. */
export async function guarded<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted && !(error instanceof StoreError)) throw signal.reason;
    throw asStoreError(error);
  }
}
