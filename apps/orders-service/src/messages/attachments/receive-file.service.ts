import { Readable } from "node:stream";
import { common, type Problem } from "@marketplace/conventions";
import { ObjectStoreUnavailable } from "@marketplace/object-store";
import { createDeadline } from "@marketplace/server";
import type { Request, Response } from "express";
import multer, { MulterError, type StorageEngine } from "multer";
import type { Deps } from "../../deps.ts";
import { problems } from "../problems.ts";
import { type FileType, headBytes, typeOf } from "./file-types.rules.ts";

/** The form field of the file. */
export const fileField = "file";
const maxNameLength = 255;
const limits = { files: 1, parts: 10, fields: 5, fieldSize: 4_096, fieldNameSize: 100, headerPairs: 20 };

/** A file that is stored and that nothing owns yet. */
export interface ReceivedFile {
  originalName: string;
  type: FileType;
  objectKey: string;
  size: number;
  sha256: string;
}

type Storage = Pick<
  Deps,
  "store" | "objectKeys" | "unowned" | "attachmentMaxBytes" | "uploadTimeoutMs" | "log"
>;
type Part = Parameters<StorageEngine["_handleFile"]>[1];

/** Streams the file of a form into the object store; of a form that is refused nothing stays. */
export async function receiveFile(deps: Storage, { req, res }: { req: Request; res: Response }) {
  if ((req.headers["content-encoding"] ?? "identity") !== "identity")
    throw common.unsupported_media_type({ expected: "the form without a Content-Encoding" });
  let received: ReceivedFile | undefined;
  let refused: unknown;
  const ended = Promise.withResolvers<unknown>();
  const storage: StorageEngine = {
    _handleFile(_req, part, done) {
      storePart(deps, part).then(
        (file) => {
          received = file;
          done(null, {});
        },
        (error: unknown) => {
          refused = error;
          // multer waits for the end of the form, which may be far off.
          if (error instanceof TookTooLong) ended.resolve(error);
          done(error);
        },
      );
    },
    _removeFile: (_req, _file, done) => done(null),
  };
  const form = multer({
    storage,
    limits: { ...limits, fileSize: deps.attachmentMaxBytes },
    preservePath: true,
    defParamCharset: "utf8",
    fileFilter: (_req, { fieldname }, accept) => accept(null, fieldname === fileField),
  });
  form.any()(req, res, ended.resolve);
  const failure = await ended.promise;
  if (failure !== undefined) {
    if (received) await release(deps, received.objectKey);
    if (refused instanceof TookTooLong) throw refused.cause;
    throw refused ?? formProblem(failure, deps.attachmentMaxBytes);
  }
  if (!received) throw problems.file_required();
  return received;
}

/** Makes the object of a refused form due for the sweep now; when that fails, after its grace period. */
export const release = ({ unowned, log }: Pick<Storage, "unowned" | "log">, key: string): Promise<void> =>
  unowned.release([key]).catch((err: unknown) => log.warn({ err }, "an object waits for its grace period"));

/** The time of an upload is over; its cause is the answer. */
class TookTooLong extends Error {
  override readonly name = "TookTooLong";
  constructor(cause: Error) {
    super("an upload took too long", { cause });
  }
}

async function storePart(deps: Storage, { originalname, mimetype, stream }: Part): Promise<ReceivedFile> {
  const problem = nameProblem(originalname);
  const deadline = createDeadline(undefined, deps.uploadTimeoutMs);
  const part = bytesOf(stream, deadline.signal);
  try {
    if (problem) throw problem;
    const head = await firstBytes(part.chunks);
    if (head.length === 0) throw problems.file_empty();
    const type = typeOf(head, { filename: originalname, mediaType: mimetype });
    if (!type) throw problems.file_type_not_allowed();
    const body = Readable.from(joined(head, part.chunks));
    const stored = await store(deps, body, { contentType: type.contentType, signal: deadline.signal });
    return { originalName: originalname, type, ...stored };
  } catch (error) {
    if (!deadline.timedOut()) throw error;
    throw new TookTooLong(
      part.isLate()
        ? common.request_timeout()
        : new ObjectStoreUnavailable("the upload took too long", { cause: error }),
    );
  } finally {
    deadline.end();
    stream.resume();
  }
}

async function store(deps: Storage, body: Readable, options: { contentType: string; signal: AbortSignal }) {
  try {
    const objectKey = await deps.objectKeys.next();
    const { size, etag } = await deps.store.put(objectKey, body, options);
    return { objectKey, size, sha256: etag };
  } catch (error) {
    // Of a form that breaks off inside of the file the body says so, and the store that it got no more.
    if (body.errored) throw body.errored;
    body.destroy();
    throw error;
  }
}

function nameProblem(name: string): Problem | undefined {
  const isUsable = name.trim() !== "" && [...name].length <= maxNameLength && !name.includes("\0");
  return isUsable ? undefined : problems.filename_not_allowed();
}

interface PartBytes {
  chunks: AsyncGenerator<Buffer>;
  /** Whether the part's sender was waited for when the signal aborted. */
  isLate(): boolean;
}

/**
 * The bytes of a part until the signal aborts. It stays whole when the reading stops: multer reads the form
 * to its end.
 */
function bytesOf(stream: Readable, signal: AbortSignal): PartBytes {
  let [isWaiting, isLate] = [false, false];
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  signal.addEventListener("abort", () => {
    isLate = isWaiting;
    aborted.reject(common.request_timeout());
  });
  const next = (chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> =>
    chunks.next().catch((error: unknown) => {
      throw problems.form_broken({ reason: messageOf(error) });
    });
  async function* read(): AsyncGenerator<Buffer> {
    const chunks = stream.iterator({ destroyOnReturn: false });
    for (;;) {
      isWaiting = true;
      // A generator that waits cannot be ended from outside.
      const { done, value } = await Promise.race([next(chunks), aborted.promise]);
      isWaiting = false;
      if (done) return;
      yield value;
    }
  }
  return { chunks: read(), isLate: () => isLate };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "it ended too soon");

/** Reads until there are enough bytes to tell the type, or no more. */
async function firstBytes(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for (let size = 0; size < headBytes; ) {
    const { done, value } = await chunks.next();
    if (done) break;
    read.push(value);
    size += value.length;
  }
  return Buffer.concat(read);
}

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

/** The problem of a form that is broken or too large. */
function formProblem(error: unknown, limit: number): Problem {
  const code = error instanceof MulterError ? error.code : undefined;
  if (code === "LIMIT_FILE_SIZE") return common.payload_too_large({ limit });
  return code === "LIMIT_FILE_COUNT"
    ? problems.one_file_only()
    : problems.form_broken({ reason: messageOf(error) });
}
