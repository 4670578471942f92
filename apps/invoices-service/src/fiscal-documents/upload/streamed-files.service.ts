import { Readable } from "node:stream";
import type { Deps } from "../../deps.ts";
import { ObjectStoreUnavailable, TruncatedUpload } from "../../object-store/errors.ts";
import { problems } from "../../problems.ts";
import type { Incoming, Reading, TakeFile } from "./storage-engine.ts";
import { abandonment } from "./upload-abort.ts";

export type Storage = Pick<Deps, "store" | "objectKeys" | "uploadTimeoutMs" | "uploadMaxBytes">;

/** Bytes of a file that may wait for the store before its part is read on. */
const highWaterMark = 64 * 1024;

/**
 * Takes files of a known caller into the object store as they arrive, each under a key that was announced before: whatever
 * happens then, the sweep knows of it. The body is never held, only passed on.
 */
export const streamToStore =
  (deps: Storage, reading: Reading): TakeFile =>
  (incoming) =>
    storeFile(deps, reading, incoming);

async function storeFile(deps: Storage, reading: Reading, { file, stream }: Incoming): Promise<void> {
  const { signal, abort, timedOut, end } = abandonment(reading.signal, deps.uploadTimeoutMs);
  const body = limited(stream, deps.uploadMaxBytes, {
    // Known before the store has taken it: the next file may end the reading until then.
    onNothing() {
      file.problem = problems.file_empty();
    },
    onExcess() {
      file.problem = problems.file_too_large();
      abort(file.problem);
      reading.exceeded();
    },
  });
  stream.once("close", () => {
    if (!stream.readableEnded) abort(new TruncatedUpload("the form broke off inside of a file"));
  });
  try {
    const key = await deps.objectKeys.next();
    const { size, etag } = await deps.store.put(key, body.bytes, { contentType: file.type, signal });
    file.stored = { key, size, sha256: etag };
  } catch (error) {
    body.letGo();
    if (timedOut()) reading.stop(new ObjectStoreUnavailable("the upload took too long", { cause: error }));
    else if (!signal.aborted) reading.stop(error);
  } finally {
    end();
  }
}

/** A file part on its way to the store. */
interface Body {
  bytes: Readable;
  /** Takes nothing more of the part, which can be read past from then on. */
  letGo(): void;
}

interface Verdicts {
  /** The part ended without a byte. */
  onNothing(): void;
  /** The first byte over the limit came. */
  onExcess(): void;
}

/** Passes on at most `maxBytes` of a part, and swallows the rest. */
function limited(part: Readable, maxBytes: number, { onNothing, onExcess }: Verdicts): Body {
  let size = 0;
  // Not a transform: a part passes in many pieces, and each would cost the work of two streams more.
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
    letGo() {
      part.off("data", pass).off("end", end);
      bytes.destroy();
    },
  };
}
