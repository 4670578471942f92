import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { addAbortSignal, finished, type Readable } from "node:stream";
import { ObjectTooLarge, TruncatedUpload } from "./errors.ts";
import type { PutOptions, PutResult } from "./object-store.ts";
import { WriteBatcher } from "./write-batcher.ts";

type Limits = Pick<PutOptions, "length" | "maxBytes" | "signal">;

/**
 * Writes a body to a file and gives its size and digest. Memory does not grow with the body. A failing source
 * is TruncatedUpload, a failing disk its own error, an abort the reason of the signal.
 */
export async function writeBody(body: Readable, file: FileHandle, limits: Limits): Promise<PutResult> {
  if (limits.signal) addAbortSignal(limits.signal, body);
  try {
    const result = await copy(body, file, limits);
    if (limits.length === undefined || result.size >= limits.length) return result;
    throw new TruncatedUpload(`the body ended after ${result.size} of ${limits.length} bytes`);
  } catch (error) {
    limits.signal?.throwIfAborted();
    throw error;
  }
}

/** Reads by events, which costs a body less than an async iterator does. */
function copy(body: Readable, file: FileHandle, limits: Limits): Promise<PutResult> {
  const hash = createHash("sha256");
  const writes = new WriteBatcher(file);
  let size = 0;
  const take = (chunk: unknown) => {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("an object's body is a stream of bytes");
    size += chunk.length;
    assertSize(size, limits);
    hash.update(chunk);
    return writes.add(chunk);
  };
  return new Promise<PutResult>((resolve, reject) => {
    const fail = (error: unknown) => {
      // Without a listener a source that is never empty would flow on and block the event loop.
      body.off("data", onData).pause();
      // The caller closes the file next, which must not happen during a write.
      writes.cancel().then(() => reject(error));
    };
    const onData = (chunk: unknown) => {
      try {
        const room = take(chunk);
        if (!room) return;
        // Backpressure: memory does not grow with the speed of the source.
        body.pause();
        room.then(() => body.resume(), fail);
      } catch (error) {
        fail(error);
      }
    };
    finished(body, { writable: false }, (cause) => {
      if (cause) return fail(new TruncatedUpload("the body broke off before its end", { cause }));
      writes.end().then(() => resolve({ size, etag: hash.digest("hex") }), fail);
    });
    body.on("data", onData);
  });
}

/** Runs a put, then destroys its body: a failure leaves no open stream and no unhandled error. */
export async function owning<T>(body: Readable, work: () => Promise<T>): Promise<T> {
  body.on("error", () => {});
  try {
    return await work();
  } finally {
    body.destroy();
  }
}

function assertSize(size: number, { length, maxBytes }: Limits): void {
  const most = Math.min(length ?? Number.POSITIVE_INFINITY, maxBytes ?? Number.POSITIVE_INFINITY);
  if (size > most) throw new ObjectTooLarge(`the body has more than ${most} bytes`);
}
