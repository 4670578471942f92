import type { StorageEngine } from "multer";
import type { ReceivedFile, ReceivedForm } from "./received-form.record.ts";
import { headerProblem, maxFiles } from "./upload.rules.ts";

type PartFile = Parameters<StorageEngine["_handleFile"]>[1];

/** The state of reading one form, and the ways to end it. */
export interface Reading {
  form: ReceivedForm;
  /** Whether the body ended without a byte: it is no broken form, it has no file. */
  isEmpty: boolean;
  /** Aborts when the rest of the form is not needed. */
  signal: AbortSignal;
  /** Ends the reading here. */
  stop(failure?: unknown): void;
  /** Ends the reading here, with an answer that goes before a missing token. */
  cutOff(problem: unknown): void;
  /** The files decide the answer: ends the reading, unless a token may still come. */
  enough(): void;
  /** A file exceeds its limit: ends the reading, unless the rest is short. */
  exceeded(): void;
}

/** A file whose part headers have no problem. */
export interface IncomingFile {
  file: ReceivedFile;
  stream: PartFile["stream"];
}

/** Receives the bytes of one file; the rest of the stream is discarded. */
export type ReceiveFile = (incoming: IncomingFile) => Promise<void>;

/** A storage engine of multer: counts files, checks their headers and passes on the valid ones. */
export function storageEngine(reading: Reading, take: ReceiveFile): StorageEngine {
  return {
    _handleFile(_req, part, done) {
      // A refused file is no error to multer, because the number of files is checked first (decisions 5.2).
      receive(reading, part, take).then(() => done(null, {}));
    },
    // The sweep removes objects without a document.
    _removeFile: (_req, _file, done) => done(null),
  };
}

async function receive(
  reading: Reading,
  { originalname, mimetype, stream }: PartFile,
  take: ReceiveFile,
): Promise<void> {
  const file: ReceivedFile = {
    filename: originalname,
    type: mimetype,
    problem: headerProblem({ filename: originalname, type: mimetype }),
    stored: undefined,
    buffered: undefined,
  };
  reading.form.files.push(file);
  if (reading.form.files.length > maxFiles) reading.enough();
  else if (!file.problem && !reading.signal.aborted) await take({ file, stream });
  // Discards what was not received.
  stream.resume();
}
