import { Readable } from "node:stream";
import { ObjectStoreUnavailable } from "../../object-store/errors.ts";
import { problems } from "../../problems.ts";
import { HeldBytes } from "./growable-buffer.ts";
import type { Allowance } from "./memory-budget.ts";
import type { ReceivedFile } from "./received-form.ts";
import type { Incoming, Reading, TakeFile } from "./storage-engine.ts";
import type { Storage } from "./streamed-files.service.ts";
import { abandonment } from "./upload-abort.ts";

interface Holding {
  allowance: Allowance;
  uploadMaxBytes: number;
}

/** Holds the files of a caller who is not known yet in memory: nobody's bytes reach a disk. */
export const holdInMemory =
  (holding: Holding, reading: Reading): TakeFile =>
  (incoming) =>
    hold(holding, reading, incoming);

function hold(
  { allowance, uploadMaxBytes }: Holding,
  reading: Reading,
  { file, stream }: Incoming,
): Promise<void> {
  const held = new HeldBytes(uploadMaxBytes, (bytes) => allowance.take(bytes));
  const add = (piece: Buffer) => {
    if (reading.signal.aborted || file.problem) return;
    try {
      if (held.append(piece)) return;
      file.problem = problems.file_too_large();
      reading.exceeded();
    } catch (problem) {
      // The memory is full, of this upload or of others: whoever sends it learns that before anything else.
      reading.cutOff(problem);
    }
    held.drop();
  };
  return new Promise((resolve) => {
    stream.on("data", add);
    stream.once("end", () => {
      const { bytes } = held;
      if (bytes.length > 0) file.held = bytes;
      else if (!reading.signal.aborted) file.problem ??= problems.file_empty();
      resolve();
    });
    // Broken off, which multer tells.
    stream.once("close", resolve);
  });
}

/** Takes files that were held into the store, now that their caller is known; on failure some may be there already. */
export async function storeHeld(
  { store, objectKeys, uploadTimeoutMs }: Storage,
  files: readonly ReceivedFile[],
): Promise<void> {
  const { signal, timedOut, end } = abandonment(undefined, uploadTimeoutMs);
  const storeOne = async (file: ReceivedFile) => {
    const { held, type: contentType } = file;
    if (!held) return;
    const key = await objectKeys.next();
    const { size, etag } = await store.put(key, Readable.from([held], { objectMode: false }), {
      contentType,
      signal,
    });
    file.stored = { key, size, sha256: etag };
  };
  // Each is waited for, so that whatever was stored is known when one fails.
  const outcomes = await Promise.allSettled(files.map(storeOne)).finally(end);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (!failed) return;
  throw timedOut()
    ? new ObjectStoreUnavailable("the upload took too long", { cause: failed.reason })
    : failed.reason;
}
