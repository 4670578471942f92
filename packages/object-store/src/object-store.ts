import type { Readable } from "node:stream";

/** The options of a put. */
export interface PutOptions {
  /** For other readers of the store, where it keeps types. The service reads types from its rows. */
  contentType: string;
  /** Creates only: `ObjectExists` when the key is taken. Of concurrent creators one succeeds. */
  ifAbsent?: boolean;
  /** The exact length of the body; a shorter one is `TruncatedUpload`, a longer one `ObjectTooLarge`. */
  length?: number;
  /** Reading stops with `ObjectTooLarge` at the first byte over this many. */
  maxBytes?: number;
  /**
   * Aborts the upload until its last byte was sent: put rejects with the signal's reason, and nothing becomes
   * visible. Later it completes.
   */
  signal?: AbortSignal;
}

/** A stored object: `size` in bytes, `etag` the hex SHA-256 of the bytes. */
export interface PutResult {
  size: number;
  etag: string;
}

/** Bytes `from` to `to` inclusive (or to the end), or the last `last` bytes; shortened to the object. */
export type ByteRange = { from: number; to?: number } | { last: number };

export interface GetOptions {
  range?: ByteRange;
  signal?: AbortSignal;
}

/** An object being read: its whole size, and the first and last byte of the stream. */
export interface ObjectContent {
  /** Must be consumed or destroyed. Fails with `ObjectStoreUnavailable` when it would end early. */
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
 * Named byte strings, whole or absent: no reader sees a part of an object. A key is a well-formed string of 1
 * to 85 bytes of UTF-8, else a TypeError. Every method rejects with `ObjectStoreUnavailable` when the store
 * does not serve.
 */
export interface ObjectStore {
  /** Stores the body, which it consumes or destroys. When it resolves, the object survives a crash. */
  put(key: string, body: Readable, options: PutOptions): Promise<PutResult>;
  /** Opens the object; `ObjectMissing` without one, `RangeUnsatisfiable` when it has no byte of the range. */
  get(key: string, options?: GetOptions): Promise<ObjectContent>;
  /** Describes the object; null when there is none. */
  stat(key: string): Promise<ObjectStat | null>;
  /** Removes the object, if there is one. */
  delete(key: string): Promise<void>;
  /** Lists every object whose key begins with the prefix, in any order; never all of them in memory. */
  list(prefix: string): AsyncIterable<ObjectEntry>;
  /** Resolves when the store can serve. */
  ready(): Promise<void>;
  /** Closes connections. No method may be called afterwards. */
  close(): Promise<void>;
}

/** The longest key in bytes of UTF-8. With every byte escaped it is a file name of 255 bytes. */
export const MAX_KEY_BYTES = 85;

/** Throws a TypeError for an invalid key. */
export function assertKey(key: string): void {
  const bytes = Buffer.byteLength(key);
  if (bytes === 0 || bytes > MAX_KEY_BYTES || !key.isWellFormed()) {
    throw new TypeError(`an object key is a well-formed string of 1 to ${MAX_KEY_BYTES} bytes, not ${bytes}`);
  }
}
