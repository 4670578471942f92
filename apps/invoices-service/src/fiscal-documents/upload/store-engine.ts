import { Transform } from "node:stream";
import type { StorageEngine } from "multer";
import type { Deps } from "../../deps.ts";
import { ObjectStoreUnavailable, TruncatedUpload } from "../../object-store/errors.ts";
import { problems } from "../../problems.ts";
import type { ReceivedFile, ReceivedForm } from "./received-form.ts";
import { headerProblem, maxFiles } from "./upload.rules.ts";

type PartFile = Parameters<StorageEngine["_handleFile"]>[1];
type Storage = Pick<Deps, "store" | "objectKeys" | "uploadTimeoutMs" | "uploadMaxBytes">;

/** How the reading of one form goes on. */
export interface Reading {
  form: ReceivedForm;
  /** Aborts when nothing more is wanted of the form. */
  signal: AbortSignal;
  /** Ends the reading here: what is known is enough for an answer. */
  stop(failure?: unknown): void;
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
  if (reading.form.files.length > maxFiles) reading.stop();
  else if (!file.problem && !reading.signal.aborted) await storeFile(deps, reading, { file, stream });
  // What the store did not take is read past.
  stream.resume();
}

interface Incoming {
  file: ReceivedFile;
  stream: PartFile["stream"];
}

async function storeFile(deps: Storage, reading: Reading, { file, stream }: Incoming): Promise<void> {
  const refusing = new AbortController();
  const body = limited(deps.uploadMaxBytes, () => {
    file.problem = problems.file_too_large();
    refusing.abort(file.problem);
    reading.exceeded();
  });
  stream.once("close", () => {
    if (!stream.readableEnded) refusing.abort(new TruncatedUpload("the form broke off inside of a file"));
  });
  const timeout = AbortSignal.timeout(deps.uploadTimeoutMs);
  const signal = AbortSignal.any([reading.signal, refusing.signal, timeout]);
  try {
    const key = await deps.objectKeys.next();
    stream.pipe(body);
    const { size, etag } = await deps.store.put(key, body, { contentType: file.type, signal });
    file.stored = { key, size, sha256: etag };
    if (size === 0) file.problem = problems.file_empty();
  } catch (error) {
    // Unpiped here: the pipe itself would notice later, and stop the stream that is read past.
    stream.unpipe(body);
    body.destroy();
    if (signal.aborted && !timeout.aborted) return;
    reading.stop(
      timeout.aborted ? new ObjectStoreUnavailable("the upload took too long", { cause: error }) : error,
    );
  }
}

/** Passes on at most `maxBytes`; calls back once at the first byte over it, and swallows the rest. */
function limited(maxBytes: number, onExcess: () => void): Transform {
  let size = 0;
  let exceeded = false;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.length;
      if (size <= maxBytes) return done(null, chunk);
      if (!exceeded) onExcess();
      exceeded = true;
      done();
    },
  });
}
