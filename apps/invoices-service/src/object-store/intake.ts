import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { addAbortSignal, finished, type Readable } from "node:stream";
import { ObjectTooLarge, TruncatedUpload } from "./errors.ts";
import type { PutOptions, PutResult } from "./object-store.ts";

type Limits = Pick<PutOptions, "length" | "maxBytes" | "signal">;

/** Bytes that are gathered before they are written: few large writes cost far less than many small ones. */
const writeBytes = 256 * 1024;

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
  const gathered: Uint8Array[] = [];
  let waiting = 0;
  let size = 0;
  const write = async () => {
    const pieces = gathered.splice(0);
    const length = waiting;
    waiting = 0;
    if (length > 0) await writeAll(file, pieces, length);
  };
  const take = (chunk: unknown) => {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("an object's body is a stream of bytes");
    size += chunk.length;
    refuseExcess(size, limits);
    hash.update(chunk);
    gathered.push(chunk);
    waiting += chunk.length;
    return waiting >= writeBytes;
  };
  return new Promise<PutResult>((resolve, reject) => {
    const fail = (error: unknown) => {
      // A source that never waits would go on without a listener, and nothing else would ever run.
      body.off("data", onData).pause();
      reject(error);
    };
    const onData = (chunk: unknown) => {
      try {
        if (!take(chunk)) return;
      } catch (error) {
        return fail(error);
      }
      // Nothing more comes while this is written: so little is held of a body, however fast it arrives.
      body.pause();
      write().then(() => body.resume(), fail);
    };
    finished(body, { writable: false }, (cause) => {
      if (cause) return fail(new TruncatedUpload("the body broke off before its end", { cause }));
      write().then(() => resolve({ size, etag: hash.digest("hex") }), fail);
    });
    body.on("data", onData);
  });
}

/** Writes at the file's present position; what one call leaves over, as on a disk that fills up, is tried again. */
async function writeAll(file: FileHandle, pieces: Uint8Array[], length: number): Promise<void> {
  const { bytesWritten } = await file.writev(pieces);
  if (bytesWritten < length) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
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
