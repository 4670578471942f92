import type { Readable } from "node:stream";

/** What a put needs to know beside the key and the body. */
export interface PutOptions {
  /** For other readers of the store, where it keeps types: the service itself knows them from its rows. */
  contentType: string;
  /**
   * Create only: an object under the key already is `ObjectExists`. Of concurrent creators exactly one
   * succeeds.
   */
  ifAbsent?: boolean;
  /** The exact number of bytes the body must have; fewer is `TruncatedUpload`, more `ObjectTooLarge`. */
  length?: number;
  /** Reading stops with `ObjectTooLarge` at the first byte over this many. */
  maxBytes?: number;
  /** Abandons the upload: put rejects with the signal's reason, and nothing becomes visible. */
  signal?: AbortSignal;
}

/** A stored object: `size` in bytes, `etag` the hex SHA-256 of the bytes. */
export interface PutResult {
  size: number;
  etag: string;
}

/**
 * Bytes `from` up to and including `to` (else the end), or the last `last` bytes; what goes beyond the end is
 * cut off.
 */
export type ByteRange = { from: number; to?: number } | { last: number };

export interface GetOptions {
  range?: ByteRange;
  signal?: AbortSignal;
}

/**
 * An object being read; `size` is the whole object's, `range` the first and last byte of the stream when one
 * was asked for.
 */
export interface ObjectContent {
  /** Must be consumed or destroyed. Fails with `ObjectStoreUnavailable` rather than end short. */
  stream: Readable;
  size: number;
  range?: { from: number; to: number };
}

export interface ObjectStat {
  size: number;
  lastModified: Date;
}

export interface ObjectEntry {
  key: string;
  size: number;
  lastModified: Date;
}

/**
 * Named byte strings, whole or absent: no reader ever sees a part of an object. A key is any well-formed
 * string of 1 to 85 bytes of UTF-8, else a TypeError. Every method rejects with `ObjectStoreUnavailable` when
 * the store does not serve.
 */
export interface ObjectStore {
  /** Stores the body, which is always consumed or destroyed. Once it resolves the object survives a crash. */
  put(key: string, body: Readable, options: PutOptions): Promise<PutResult>;
  /**
   * Opens the object; `ObjectMissing` when there is none, `RangeUnsatisfiable` when the range has no byte of
   * it.
   */
  get(key: string, options?: GetOptions): Promise<ObjectContent>;
  /** Describes the object, or gives null when there is none. */
  stat(key: string): Promise<ObjectStat | null>;
  /** Removes the object; removing what is not there succeeds. */
  delete(key: string): Promise<void>;
  /**
   * Lists every object whose key begins with the prefix, in no particular order, holding a page at a time.
   */
  list(prefix: string): AsyncIterable<ObjectEntry>;
  /** Resolves when the store can serve. */
  ready(): Promise<void>;
  /** Gives up connections; no method may be called afterwards. */
  close(): Promise<void>;
}

/**
 * The longest key, in bytes of UTF-8: with every byte escaped it is still a file name, of at most 255 bytes.
 */
export const MAX_KEY_BYTES = 85;

/** Throws a TypeError for a string that cannot be a key. */
export function assertKey(key: string): void {
  const bytes = Buffer.byteLength(key);
  if (bytes === 0 || bytes > MAX_KEY_BYTES || !key.isWellFormed()) {
    throw new TypeError(`an object key is a well-formed string of 1 to ${MAX_KEY_BYTES} bytes, not ${bytes}`);
  }
}
