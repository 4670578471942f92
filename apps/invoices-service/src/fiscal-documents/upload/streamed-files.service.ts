import { Readable } from "node:stream";
import { common } from "@marketplace/conventions";
import { ObjectStoreUnavailable, TruncatedUpload } from "@marketplace/object-store";
import { createDeadline } from "@marketplace/server";
import type { Deps } from "../../deps.ts";
import { problems } from "../../problems.ts";
import type { IncomingFile, Reading } from "./storage-engine.service.ts";

export type Storage = Pick<Deps, "store" | "objectKeys" | "uploadTimeoutMs" | "uploadMaxBytes">;

/** Bytes of a file that wait for the store before its part is paused. */
const highWaterMark = 64 * 1024;

/**
 * Streams a file of an authenticated caller into the object store. Its key was announced to the sweep before,
 * so no failure leaves an unknown object.
 */
export async function storeFile(
  deps: Storage,
  reading: Reading,
  { file, stream }: IncomingFile,
): Promise<void> {
  const { signal, abort, timedOut, end } = createDeadline(reading.signal, deps.uploadTimeoutMs);
  const body = limited(stream, deps.uploadMaxBytes, {
    // Set at once, because the next file may end the reading before the store has answered.
    onNothing() {
      file.problem = problems.file_empty();
    },
    onExcess() {
      file.problem = problems.file_too_large();
      abort(file.problem);
      reading.exceeded();
    },
  });
  let isStoreLate = true;
  signal.addEventListener("abort", () => {
    isStoreLate = !body.waits();
  });
  stream.once("close", () => {
    if (!stream.readableEnded) abort(new TruncatedUpload("the form broke off inside of a file"));
  });
  try {
    const key = await deps.objectKeys.next();
    const { size, etag } = await deps.store.put(key, body.bytes, { contentType: file.type, signal });
    file.stored = { key, size, sha256: etag };
  } catch (error) {
    body.detach();
    const late = () =>
      isStoreLate
        ? new ObjectStoreUnavailable("the upload took too long", { cause: error })
        : common.request_timeout();
    if (timedOut()) reading.stop(late());
    else if (!signal.aborted) reading.stop(error);
  } finally {
    end();
  }
}

/** A file part on its way to the store. */
interface Body {
  bytes: Readable;
  /** Whether its reader waits for its sender. */
  waits(): boolean;
  /** Stops reading the part, which can then be discarded. */
  detach(): void;
}

interface Events {
  /** The part ended without a byte. */
  onNothing(): void;
  /** The first byte over the limit came. */
  onExcess(): void;
}

/** Passes on at most `maxBytes` of a part and discards the rest. */
function limited(part: Readable, maxBytes: number, { onNothing, onExcess }: Events): Body {
  let size = 0;
  // Not a Transform, which would add the work of two streams to every chunk.
  const bytes = new Readable({ highWaterMark, read: () => void part.resume() });
  const pass = (chunk: Buffer) => {
    const before = size;
    size += chunk.length;
    if (size <= maxBytes) {
      if (!bytes.push(chunk)) part.pause();
    } else if (before <= maxBytes) onExcess();
  };
  const end = () => {
    if (size === 0) onNothing();
    bytes.push(null);
  };
  part.on("data", pass).once("end", end).pause();
  return {
    bytes,
    waits: () => !part.readableEnded && !part.isPaused(),
    detach() {
      part.off("data", pass).off("end", end);
      bytes.destroy();
    },
  };
}
