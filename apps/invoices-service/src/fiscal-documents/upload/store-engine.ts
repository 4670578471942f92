import { Readable } from "node:stream";
import type { StorageEngine } from "multer";
import type { Deps } from "../../deps.ts";
import { ObjectStoreUnavailable, TruncatedUpload } from "../../object-store/errors.ts";
import { problems } from "../../problems.ts";
import type { ReceivedFile, ReceivedForm } from "./received-form.ts";
import { headerProblem, maxFiles } from "./upload.rules.ts";

type PartFile = Parameters<StorageEngine["_handleFile"]>[1];
type Storage = Pick<Deps, "store" | "objectKeys" | "uploadTimeoutMs" | "uploadMaxBytes">;

/** Bytes of a file that may wait for the store before its part is read on. */
const highWaterMark = 64 * 1024;

/** How the reading of one form goes on. */
export interface Reading {
  form: ReceivedForm;
  /** Aborts when nothing more is wanted of the form. */
  signal: AbortSignal;
  /** Ends the reading here. */
  stop(failure?: unknown): void;
  /** What is known of the files is enough for an answer: ends the reading, unless a token may still come. */
  enough(): void;
  /** Called at the first byte over a file's limit; the verdict stands, whether the rest is still read is decided there. */
  exceeded(): void;
}

/**
 * Takes a form's files into the object store as they arrive, each under a key that was announced before: whatever happens
 * then, the sweep knows of it. The body is never held, only passed on.
 */
export function storeEngine(deps: Storage, reading: Reading): StorageEngine {
  return {
    _handleFile(_req, part, done) {
      // A refused file is no error to multer: the others must be counted before anything is said (decisions 5.2).
      receive(deps, reading, part).then(() => done(null, {}));
    },
    // Objects that are not wanted go by the sweep.
    _removeFile: (_req, _file, done) => done(null),
  };
}

async function receive(
  deps: Storage,
  reading: Reading,
  { originalname, mimetype, stream }: PartFile,
): Promise<void> {
  const file: ReceivedFile = {
    filename: originalname,
    type: mimetype,
    problem: headerProblem({ filename: originalname, type: mimetype }),
    stored: undefined,
  };
  reading.form.files.push(file);
  if (reading.form.files.length > maxFiles) reading.enough();
  else if (!file.problem && !reading.signal.aborted) await storeFile(deps, reading, { file, stream });
  // What the store did not take is read past.
  stream.resume();
}

interface Incoming {
  file: ReceivedFile;
  stream: PartFile["stream"];
}

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

/** What may end the storing of one file before its end. */
interface Abandonment {
  signal: AbortSignal;
  abort(reason: unknown): void;
  timedOut(): boolean;
  /** Nothing is left to be abandoned. */
  end(): void;
}

/** Not made of `AbortSignal.any` and `.timeout`: what they leave behind lives until the time is over, or longer. */
function abandonment(reading: AbortSignal, timeoutMs: number): Abandonment {
  const aborting = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = !aborting.signal.aborted;
    aborting.abort();
  }, timeoutMs);
  const follow = () => aborting.abort(reading.reason);
  reading.addEventListener("abort", follow);
  if (reading.aborted) follow();
  return {
    signal: aborting.signal,
    abort: (reason) => aborting.abort(reason),
    timedOut: () => late,
    end() {
      clearTimeout(timer);
      reading.removeEventListener("abort", follow);
    },
  };
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
