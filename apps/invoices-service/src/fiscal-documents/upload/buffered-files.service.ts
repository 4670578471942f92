import { Readable } from "node:stream";
import { ObjectStoreUnavailable } from "@marketplace/object-store";
import { createDeadline } from "@marketplace/server";
import { problems } from "../../problems.ts";
import { GrowableBuffer } from "./growable-buffer.service.ts";
import type { Reservation } from "./memory-budget.service.ts";
import type { ReceivedFile } from "./received-form.record.ts";
import type { IncomingFile, Reading } from "./storage-engine.service.ts";
import type { Storage } from "./streamed-files.service.ts";

interface Buffering {
  reservation: Reservation;
  uploadMaxBytes: number;
}

/** Keeps a file of an unauthenticated caller in memory, so that its bytes do not reach a disk. */
export function bufferFile(
  { reservation, uploadMaxBytes }: Buffering,
  reading: Reading,
  { file, stream }: IncomingFile,
): Promise<void> {
  const buffer = new GrowableBuffer(uploadMaxBytes, (bytes) => reservation.take(bytes));
  const add = (piece: Buffer) => {
    if (reading.signal.aborted || file.problem) return;
    try {
      if (buffer.append(piece)) return;
      file.problem = problems.file_too_large();
      reading.exceeded();
    } catch (problem) {
      // The budget is exhausted: the sender learns that before any other problem.
      reading.cutOff(problem);
    }
    buffer.drop();
  };
  return new Promise((resolve) => {
    stream.on("data", add);
    stream.once("end", () => {
      const { bytes } = buffer;
      if (bytes.length > 0) file.buffered = bytes;
      else if (!reading.signal.aborted) file.problem ??= problems.file_empty();
      resolve();
    });
    // multer reports a broken stream.
    stream.once("close", resolve);
  });
}

/** Stores buffered files, now that their caller is authenticated. On failure some may be stored already. */
export async function storeBuffered(
  { store, objectKeys, uploadTimeoutMs }: Storage,
  files: readonly ReceivedFile[],
): Promise<void> {
  const { signal, timedOut, end } = createDeadline(undefined, uploadTimeoutMs);
  const storeOne = async (file: ReceivedFile) => {
    const { buffered, type: contentType } = file;
    if (!buffered) return;
    const key = await objectKeys.next();
    const { size, etag } = await store.put(key, Readable.from([buffered], { objectMode: false }), {
      contentType,
      signal,
    });
    file.stored = { key, size, sha256: etag };
  };
  // It waits for all of them, so that the caller knows what was stored when one fails.
  const outcomes = await Promise.allSettled(files.map(storeOne)).finally(end);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (!failed) return;
  throw timedOut()
    ? new ObjectStoreUnavailable("the upload took too long", { cause: failed.reason })
    : failed.reason;
}
