import { common } from "@marketplace/conventions";
import type { Request, Response } from "express";
import multer, { MulterError } from "multer";
import { problems } from "../problems.ts";

/** Largest picture, in bytes (commerce 5.3). */
export const maxBytes = 10 * 1024 * 1024;
/** The form field of the file. */
const fileField = "file";

/** Uploads in memory at once, in this process. */
const maxUploads = 12;
const receiveMs = 60_000;

const limits = {
  files: 1,
  fileSize: maxBytes,
  parts: 10,
  fields: 5,
  fieldSize: 4_096,
  fieldNameSize: 100,
  headerPairs: 20,
};

interface Wire {
  req: Request;
  res: Response;
}

/** Whether a request sends a form. */
export const isForm = ({ headers }: Request): boolean =>
  /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");

export type UploadForms = ReturnType<typeof createUploadForms>;

/** Forms with one file, which is held in memory: nothing is stored of what is no picture. */
export function createUploadForms() {
  let uploads = 0;
  // A request is handled again when its site moves to another database; its body comes once.
  const received = new WeakMap<Request, Buffer>();
  return {
    /** Gives the bytes of a form's file to `work`; 503 while too many are in memory. */
    async receive<T>(wire: Wire, work: (bytes: Buffer) => Promise<T>): Promise<T> {
      if (uploads >= maxUploads) throw common.service_unavailable({ headers: { "Retry-After": "5" } });
      uploads += 1;
      try {
        const bytes = received.get(wire.req) ?? (await fileOf(wire));
        received.set(wire.req, bytes);
        return await work(bytes);
      } finally {
        uploads -= 1;
      }
    },
  };
}

async function fileOf({ req, res }: Wire): Promise<Buffer> {
  if ((req.headers["content-encoding"] ?? "identity") !== "identity")
    throw common.unsupported_media_type({ expected: "the form without a Content-Encoding" });
  if (!isForm(req)) throw problems.picture_file_required();
  if (Number(req.headers["content-length"] ?? 0) > 2 * maxBytes)
    throw common.payload_too_large({ limit: maxBytes });
  const parse = multer({
    storage: multer.memoryStorage(),
    limits,
    fileFilter: (_req, { fieldname }, accept) => accept(null, fieldname === fileField),
  }).any();
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(common.request_timeout()), receiveMs);
  const parsed = new Promise<unknown>((resolve) => void parse(req, res, resolve));
  const failure = await Promise.race([parsed, timeout.promise]).finally(() => clearTimeout(timer));
  if (failure) throw formProblem(failure);
  const [file] = Array.isArray(req.files) ? req.files : [];
  if (!file || file.buffer.length === 0) throw problems.picture_file_required();
  return file.buffer;
}

/** The problem of a form that is broken or too large. */
function formProblem(error: unknown) {
  if (error instanceof MulterError && error.code === "LIMIT_FILE_SIZE")
    return common.payload_too_large({ limit: maxBytes });
  if (error instanceof MulterError && error.code === "LIMIT_FILE_COUNT") return problems.one_picture_only();
  return problems.picture_form_broken({
    reason: error instanceof Error ? error.message : "it is incomplete",
  });
}
