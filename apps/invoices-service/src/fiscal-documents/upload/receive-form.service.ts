import type { Writable } from "node:stream";
import { common } from "@marketplace/conventions";
import { bytesPassed } from "@marketplace/server";
import type { Request, Response } from "express";
import multer, { MulterError } from "multer";
import type { Deps } from "../../deps.ts";
import { problems } from "../../problems.ts";
import { holdInMemory } from "./buffered-files.service.ts";
import type { Allowance } from "./memory-budget.ts";
import type { ReceivedForm } from "./received-form.ts";
import { fileEngine, type Reading, type TakeFile } from "./storage-engine.ts";
import { streamToStore } from "./streamed-files.service.ts";
import { watchNamelessFiles } from "./unnamed-files.ts";
import { maxFiles } from "./upload.rules.ts";

/** The form field that carries files (spec: Endpoints B). */
export const fileField = "fiscal_document";

/** The most that is read of one request, whatever it holds: two files and generous room for what is read past. */
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

/** Bytes that may wait for the parser: more than one piece of a socket, or it would be stopped after each. */
const highWaterMark = 128 * 1024;

/** What feeds multer's parser; its type declarations do not know of it yet. */
interface StreamHandling {
  highWaterMark: number;
  streamHandler(req: Request, parts: Writable): void;
}

/**
 * Reads a multipart body to its end, or to the point from which on the rest cannot change the answer. The files of a known
 * caller go into the store meanwhile. An `allowance` of memory is for a caller whose token is to come with the form, where it
 * may stand behind everything else: that form has a deadline. Never rejects: what went wrong is part of the result.
 */
export async function receiveForm(
  deps: Deps,
  { req, res }: Wire,
  allowance?: Allowance,
): Promise<ReceivedForm> {
  const form: ReceivedForm = { files: [], accessToken: undefined, failure: undefined, cutOff: undefined };
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
    if (!allowance || tokenOf(req) !== undefined) stop();
  };
  const exceeded = () => {
    if (!isShort(req)) enough();
  };
  const reading: Reading = { form, signal: aborting.signal, stop, cutOff, enough, exceeded };
  // However many bytes trickle in meanwhile.
  const late = () => cutOff(common.request_timeout());
  const deadline = allowance && setTimeout(late, deps.anonymousTimeoutMs);
  const parse = parser(
    reading,
    allowance ? holdInMemory({ ...deps, allowance }, reading) : streamToStore(deps, reading),
  );
  parse(req, res, (error?: unknown) => {
    if (error === undefined || error === null) ended.resolve();
    else stop(formProblem(error));
  });
  await ended.promise;
  clearTimeout(deadline);
  form.accessToken = tokenOf(req);
  return form;
}

/** Files are stored as they come: a form that would have to be inflated first is not taken. */
const isCompressed = ({ headers }: Request): boolean =>
  /^multipart\//i.test(headers["content-type"] ?? "") &&
  (headers["content-encoding"] ?? "identity") !== "identity";

function parser(reading: Reading, take: TakeFile) {
  const storage = fileEngine(reading, take);
  const options: multer.Options & StreamHandling = {
    storage,
    limits,
    highWaterMark,
    // Files of other fields are nobody's: they are read past.
    fileFilter: (_req, { fieldname }, accept) => accept(null, fieldname === fileField),
    // Names are kept as they were given; headers get a clean form of them.
    preservePath: true,
    defParamCharset: "utf8",
    streamHandler(req, parts) {
      watchNamelessFiles(req, parts, {
        field: fileField,
        found() {
          const problem = problems.filename_empty();
          reading.form.files.push({ filename: "", type: "", problem, stored: undefined, held: undefined });
          if (reading.form.files.length > maxFiles) reading.enough();
        },
      });
      let read = 0;
      req.on("data", (chunk: Buffer) => {
        read += chunk.length;
        bytesPassed(chunk.length);
        if (read <= maxBodyBytes) return;
        // A file that was refused already gives the answer, however much follows.
        const refused = reading.form.files.some(({ problem }) => problem !== undefined);
        reading.stop(refused ? undefined : common.payload_too_large({ limit: maxBodyBytes }));
      });
      req.pipe(parts);
    },
  };
  return multer(options).any();
}

/**
 * Whether the rest of the body is little and its end known: then it is read past, so that a third file is still counted.
 * Otherwise reading ends at the first byte over a file's limit.
 */
function isShort(req: Request): boolean {
  const length = req.headers["content-length"];
  return length !== undefined && Number(length) <= maxBodyBytes;
}

/** What the client is told of a form that could not be read. */
function formProblem(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof MulterError && error.code === "LIMIT_FIELD_VALUE" && error.field === fileField)
    return problems.filename_empty();
  return problems.form_broken({ reason: error.message });
}

/** The form field access_token, as far as the form was read. */
function tokenOf({ body }: Request): string | undefined {
  // multer makes an object without prototype of text fields; a field sent twice is an array of its values.
  const value: unknown = (body as Record<string, unknown> | undefined)?.access_token;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" && first !== "" ? first : undefined;
}
