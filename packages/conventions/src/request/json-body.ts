import express, { type Request, type Response } from "express";
import { common } from "../declare/common-problems.ts";
import { checkText, DecodeError } from "./decode-error.ts";
import { fieldPath } from "./field-path.ts";

/** Limits of decisions 1.11: bytes of a JSON body, nesting levels, bytes of an anonymous form. */
export const bodyLimits = { bytes: 1024 * 1024, depth: 64, anonymousBytes: 64 * 1024 } as const;

const malformed = (where: "syntax" | "media" | "body", code: string, message: string) =>
  new DecodeError(where, { code, message, references: ["body"] });

const parserOf = (limit: number) => express.raw({ type: () => true, limit });
const rawBody = parserOf(bodyLimits.bytes);
const smallBody = parserOf(bodyLimits.anonymousBytes);
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads the request's bytes, inflated. Throws 413 over the limit, `DecodeError` when they are cut off. */
export const readBytes = (req: Request, res: Response): Promise<Buffer> =>
  readUpTo(bodyLimits.bytes, rawBody, { req, res });

/** The same with a smaller limit, for forms of unauthenticated clients: many at once need little memory. */
export const readAnonymousBytes = (req: Request, res: Response): Promise<Buffer> =>
  readUpTo(bodyLimits.anonymousBytes, smallBody, { req, res });

type Parser = ReturnType<typeof parserOf>;

function readUpTo(
  limit: number,
  parser: Parser,
  { req, res }: { req: Request; res: Response },
): Promise<Buffer> {
  // Rejected at once by the declared length: the parser would read such a body to its end first.
  const tooLarge = Number(req.headers["content-length"] ?? 0) > limit;
  if (tooLarge) return Promise.reject(common.payload_too_large({ limit }));
  return new Promise((resolve, reject) => {
    // The parser reports a body that grows too large only at its end, which may never come.
    let read = 0;
    req.on("data", (chunk: Buffer) => {
      read += chunk.length;
      if (read > limit) reject(common.payload_too_large({ limit }));
    });
    parser(req, res, (error?: unknown) => {
      if (error === undefined) resolve(Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0));
      else reject(bodyProblem(error, limit));
    });
  });
}

/** Errors of body-parser carry a `type`; a client can cause these. */
function bodyProblem(error: unknown, limit: number): unknown {
  const type = typeof error === "object" && error !== null && "type" in error ? error.type : undefined;
  if (type === "entity.too.large") return common.payload_too_large({ limit });
  if (type === "encoding.unsupported")
    return common.unsupported_media_type({
      expected: "the body plain, or with gzip, deflate or br as its Content-Encoding",
    });
  return malformed("syntax", "unreadable", "the body could not be read");
}

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json$/i;
/** JSON is UTF-8, and ASCII is a subset of it; other charsets would be misread. */
const utf8Charset = /^charset="?(?:utf-?8|us-ascii)"?$/i;

/** Reads and parses a JSON body, if there is one; without a Content-Type it counts as JSON. */
export async function readJsonBody(req: Request, res: Response): Promise<unknown> {
  const buffer = await readBytes(req, res);
  if (buffer.length === 0) return undefined;
  if (!isJson(req.headers["content-type"] ?? "application/json"))
    throw malformed("media", "unsupported_media_type", "send the body as application/json in UTF-8");
  return parseJson(buffer);
}

function isJson(contentType: string): boolean {
  const [mediaType = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  return jsonMediaType.test(mediaType) && (charset === undefined || utf8Charset.test(charset));
}

/** Parses UTF-8 JSON. Rejects what cannot be stored, deep nesting and `__proto__`. */
export function parseJson(buffer: Buffer): unknown {
  const text = decodeUtf8(buffer);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("syntax", "invalid_json", "the body is not valid JSON");
  }
  inspect(value, []);
  return value;
}

function decodeUtf8(buffer: Buffer): string {
  try {
    return decoder.decode(buffer);
  } catch {
    throw malformed("syntax", "invalid_utf8", "the body is not valid UTF-8");
  }
}

/** The depth is checked before each descent, so that a deep body cannot exhaust the stack. */
function inspect(value: unknown, path: (string | number)[]): void {
  if (typeof value === "string") checkText(value, "body", () => pathText(path));
  if (typeof value !== "object" || value === null) return;
  if (path.length >= bodyLimits.depth)
    throw malformed("syntax", "too_deep", `the body nests deeper than ${bodyLimits.depth} levels`);
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) inspectChild(element, index, path);
    return;
  }
  for (const [name, child] of Object.entries(value)) {
    checkText(name, "body", () => pathText(path));
    if (name === "__proto__") throw unknownProto([...path, name]);
    inspectChild(child, name, path);
  }
}

function inspectChild(child: unknown, key: string | number, path: (string | number)[]): void {
  path.push(key);
  inspect(child, path);
  path.pop();
}

const unknownProto = (path: readonly (string | number)[]) =>
  new DecodeError("body", {
    code: "unknown_field",
    message: "unknown field __proto__",
    references: [pathText(path)],
  });

const pathText = (path: readonly (string | number)[]): string => fieldPath("body", path);
