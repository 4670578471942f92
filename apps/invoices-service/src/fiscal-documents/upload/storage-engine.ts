import type { StorageEngine } from "multer";
import type { ReceivedFile, ReceivedForm } from "./received-form.ts";
import { headerProblem, maxFiles } from "./upload.rules.ts";

type PartFile = Parameters<StorageEngine["_handleFile"]>[1];

/** How the reading of one form goes on. */
export interface Reading {
  form: ReceivedForm;
  /** Aborts when nothing more is wanted of the form. */
  signal: AbortSignal;
  /** Ends the reading here. */
  stop(failure?: unknown): void;
  /** Ends the reading here, with an answer that does not wait for a token. */
  cutOff(problem: unknown): void;
  /** What is known of the files is enough for an answer: ends the reading, unless a token may still come. */
  enough(): void;
  /** Called at the first byte over a file's limit; the verdict stands, whether the rest is still read is decided there. */
  exceeded(): void;
}

/** A file that may be stored as far as its part's headers tell. */
export interface Incoming {
  file: ReceivedFile;
  stream: PartFile["stream"];
}

/** Takes the bytes of one file; what it leaves of the stream is read past. */
export type TakeFile = (incoming: Incoming) => Promise<void>;

/** Counts the files of a form, checks their headers, and hands over those whose bytes are wanted. */
export function fileEngine(reading: Reading, take: TakeFile): StorageEngine {
  return {
    _handleFile(_req, part, done) {
      // A refused file is no error to multer: the others must be counted before anything is said (decisions 5.2).
      receive(reading, part, take).then(() => done(null, {}));
    },
    // Objects that are not wanted go by the sweep.
    _removeFile: (_req, _file, done) => done(null),
  };
}

async function receive(
  reading: Reading,
  { originalname, mimetype, stream }: PartFile,
  take: TakeFile,
): Promise<void> {
  const file: ReceivedFile = {
    filename: originalname,
    type: mimetype,
    problem: headerProblem({ filename: originalname, type: mimetype }),
    stored: undefined,
    held: undefined,
  };
  reading.form.files.push(file);
  if (reading.form.files.length > maxFiles) reading.enough();
  else if (!file.problem && !reading.signal.aborted) await take({ file, stream });
  // What was not taken is read past.
  stream.resume();
}
