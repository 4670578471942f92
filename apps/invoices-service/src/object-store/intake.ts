import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { addAbortSignal, finished, type Readable } from "node:stream";
import { ObjectTooLarge, TruncatedUpload } from "./errors.ts";
import { GatheredWrites } from "./gathered-writes.ts";
import type { PutOptions, PutResult } from "./object-store.ts";

type Limits = Pick<PutOptions, "length" | "maxBytes" | "signal">;

/**
 * Writes a body of unknown length to a file and gives its size and digest; memory does not grow with the body.
 * A failing source is TruncatedUpload, a failing disk is the disk's own error, an abort is the signal's reason.
 */
export async function takeIn(body: Readable, file: FileHandle, limits: Limits): Promise<PutResult> {
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

/** Reads by events: what a body costs beside its hash and its writes is a few calls per piece. */
function copy(body: Readable, file: FileHandle, limits: Limits): Promise<PutResult> {
  const hash = createHash("sha256");
  const writes = new GatheredWrites(file);
  let size = 0;
  const take = (chunk: unknown) => {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("an object's body is a stream of bytes");
    size += chunk.length;
    refuseExcess(size, limits);
    hash.update(chunk);
    return writes.add(chunk);
  };
  return new Promise<PutResult>((resolve, reject) => {
    const fail = (error: unknown) => {
      // A source that never waits would go on without a listener, and nothing else would ever run.
      body.off("data", onData).pause();
      // Whoever waits closes the file next, which must not happen under a write.
      writes.abandon().then(() => reject(error));
    };
    const onData = (chunk: unknown) => {
      try {
        const room = take(chunk);
        if (!room) return;
        // Nothing more comes until there is room: so little is held of a body, however fast it arrives.
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

/** Runs a put so that its body is never left dangling: an early failure destroys it, and its own late errors crash nothing. */
export async function owning<T>(body: Readable, work: () => Promise<T>): Promise<T> {
  body.on("error", () => {});
  try {
    return await work();
  } finally {
    body.destroy();
  }
}

function refuseExcess(size: number, { length, maxBytes }: Limits): void {
  const most = Math.min(length ?? Number.POSITIVE_INFINITY, maxBytes ?? Number.POSITIVE_INFINITY);
  if (size > most) throw new ObjectTooLarge(`the body has more than ${most} bytes`);
}
