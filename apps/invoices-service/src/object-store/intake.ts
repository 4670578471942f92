import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { addAbortSignal, type Readable } from "node:stream";
import { ObjectTooLarge, TruncatedUpload } from "./errors.ts";
import type { PutOptions, PutResult } from "./object-store.ts";

type Limits = Pick<PutOptions, "length" | "maxBytes" | "signal">;

/** Pieces of a body that wait for their write, and their bytes together. */
interface Gathered {
  pieces: Uint8Array[];
  length: number;
}

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

async function copy(body: Readable, file: FileHandle, limits: Limits): Promise<PutResult> {
  const hash = createHash("sha256");
  let size = 0;
  let gathered: Gathered = { pieces: [], length: 0 };
  for await (const chunk of whole(body)) {
    size += chunk.length;
    refuseExcess(size, limits);
    hash.update(chunk);
    gathered.pieces.push(chunk);
    gathered.length += chunk.length;
    if (gathered.length < writeBytes) continue;
    await writeAll(file, gathered);
    gathered = { pieces: [], length: 0 };
  }
  if (gathered.length > 0) await writeAll(file, gathered);
  return { size, etag: hash.digest("hex") };
}

/** Writes at the file's present position; what one call leaves over, as on a disk that fills up, is tried again. */
async function writeAll(file: FileHandle, { pieces, length }: Gathered): Promise<void> {
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

async function* whole(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield bytes(chunk);
  } catch (cause) {
    if (cause instanceof TypeError) throw cause;
    throw new TruncatedUpload("the body broke off before its end", { cause });
  }
}

function bytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError("an object's body is a stream of bytes");
}

function refuseExcess(size: number, { length, maxBytes }: Limits): void {
  const most = Math.min(length ?? Number.POSITIVE_INFINITY, maxBytes ?? Number.POSITIVE_INFINITY);
  if (size > most) throw new ObjectTooLarge(`the body has more than ${most} bytes`);
}
