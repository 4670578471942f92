import type { Writable } from "node:stream";
import { common } from "@marketplace/conventions";
import { countBodyBytes } from "@marketplace/server";
import type { Request, Response } from "express";
import multer, { MulterError } from "multer";
import type { Deps } from "../../deps.ts";
import { problems } from "../../problems.ts";
import { bufferFile } from "./buffered-files.service.ts";
import type { Reservation } from "./memory-budget.service.ts";
import type { ReceivedForm } from "./received-form.record.ts";
import { type Reading, type ReceiveFile, storageEngine } from "./storage-engine.service.ts";
import { storeFile } from "./streamed-files.service.ts";
import { watchUnnamedFiles } from "./unnamed-files.service.ts";
import { fileField, maxFiles } from "./upload.rules.ts";

/** The longest body that is read: two files, and room for parts that are discarded. */
export const maxBodyBytes = 4 * 1024 * 1024;

const limits = {
  parts: 20,
  fields: 10,
  fieldSize: 4_096,
  fieldNameSize: 100,
  headerPairs: 20,
  fieldNestingDepth: 0,
};

type Wire = { req: Request; res: Response };

/** More than one chunk of a socket, so that the parser does not pause after each. */
const highWaterMark = 128 * 1024;

/** Options of multer that its type declarations lack. */
interface StreamHandling {
  highWaterMark: number;
  streamHandler(req: Request, parts: Writable): void;
}

/**
 * Reads a multipart body until its end, or until the rest cannot change the answer. It stores the files of an
 * authenticated caller as they arrive. A caller whose token is a form field, maybe the last one, needs a
 * `reservation` of memory, and their form has a deadline. Never rejects: a failure is part of the result.
 */
export async function receiveForm(
  deps: Deps,
  { req, res }: Wire,
  reservation?: Reservation,
): Promise<ReceivedForm> {
  const form: ReceivedForm = {
    files: [],
    otherField: undefined,
    accessToken: undefined,
    failure: undefined,
    cutOff: undefined,
  };
  if (isCompressed(req))
    return {
      ...form,
      failure: common.unsupported_media_type({ expected: "the form without a Content-Encoding" }),
    };
  const ended = Promise.withResolvers<void>();
  const aborting = new AbortController();
  const stop = (failure?: unknown) => {
    form.failure ??= failure;
    aborting.abort(failure);
    ended.resolve();
  };
  const cutOff = (problem: unknown) => {
    form.cutOff ??= problem;
    stop(problem);
  };
  const enough = () => {
    if (!reservation || tokenOf(req) !== undefined) stop();
  };
  const exceeded = () => {
    if (!isShort(req)) enough();
  };
  const { signal } = aborting;
  const reading: Reading = { form, isEmpty: false, signal, stop, cutOff, enough, exceeded };
  const late = () => cutOff(common.request_timeout());
  const deadline = reservation && setTimeout(late, deps.anonymousTimeoutMs);
  const take: ReceiveFile = (incoming) =>
    reservation
      ? bufferFile({ ...deps, reservation }, reading, incoming)
      : storeFile(deps, reading, incoming);
  parser(reading, take)(req, res, (error?: unknown) => {
    if (error === undefined || error === null) ended.resolve();
    else stop(reading.isEmpty ? undefined : formProblem(error));
  });
  await ended.promise;
  clearTimeout(deadline);
  form.accessToken = tokenOf(req);
  return form;
}

/** Files are stored as they arrive, so a compressed form is refused. */
const isCompressed = ({ headers }: Request): boolean =>
  /^multipart\//i.test(headers["content-type"] ?? "") &&
  (headers["content-encoding"] ?? "identity") !== "identity";

function parser(reading: Reading, take: ReceiveFile) {
  const storage = storageEngine(reading, take);
  const options: multer.Options & StreamHandling = {
    storage,
    limits,
    highWaterMark,
    // Files of other fields are ignored.
    fileFilter(_req, { fieldname }, accept) {
      if (fieldname !== fileField) reading.form.otherField ??= fieldname;
      accept(null, fieldname === fileField);
    },
    // Rows keep the name as it was sent; headers get a safe form of it.
    preservePath: true,
    defParamCharset: "utf8",
    streamHandler(req, parts) {
      watchUnnamedFiles(req, parts, {
        field: fileField,
        found() {
          const problem = problems.filename_empty();
          reading.form.files.push({
            filename: "",
            type: "",
            problem,
            stored: undefined,
            buffered: undefined,
          });
          if (reading.form.files.length > maxFiles) reading.enough();
        },
      });
      let read = 0;
      reading.isEmpty = true;
      req.on("data", (chunk: Buffer) => {
        read += chunk.length;
        reading.isEmpty = false;
        countBodyBytes(chunk.length);
        if (read <= maxBodyBytes) return;
        // A refused file decides the answer, whatever follows.
        const refused = reading.form.files.some(({ problem }) => problem !== undefined);
        reading.stop(refused ? undefined : common.payload_too_large({ limit: maxBodyBytes }));
      });
      req.pipe(parts);
    },
  };
  return multer(options).any();
}

/**
 * Tells whether the body is short and its end known. Then it is read to its end, so that a third file is
 * counted. Otherwise reading ends at the first byte over a file's limit.
 */
function isShort(req: Request): boolean {
  const length = req.headers["content-length"];
  return length !== undefined && Number(length) <= maxBodyBytes;
}

/** The problem of a form that could not be parsed. */
function formProblem(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof MulterError && error.code === "LIMIT_FIELD_VALUE" && error.field === fileField)
    return problems.filename_empty();
  return problems.form_broken({ reason: error.message });
}

/** The form field access_token, if it was read. */
function tokenOf({ body }: Request): string | undefined {
  // multer gives text fields as an object without prototype; a field sent twice is an array.
  const value: unknown = (body as Record<string, unknown> | undefined)?.access_token;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" && first !== "" ? first : undefined;
}
