import express, { type Request, type Response } from "express";
import { common } from "./common-problems.ts";
import type { InvalidInput } from "./declare.ts";
import type { Cause } from "./problem.ts";

/** Limits of decisions 1.11: bytes of a JSON body, levels of nesting in it. */
export const bodyLimits = { bytes: 1024 * 1024, depth: 64 } as const;

/** A body that cannot be taken as JSON; the operation decides how that is worded. */
export class UnreadableBody extends Error {
  override name = "UnreadableBody";
  readonly input: InvalidInput;

  constructor(where: "syntax" | "media" | "body", causes: readonly Cause[]) {
    super(causes[0]?.message ?? "unreadable body");
    this.input = { where, causes };
  }
}

const unreadable = (
  where: "syntax" | "media" | "body",
  code: string,
  message: string,
  path = "body",
): UnreadableBody => new UnreadableBody(where, [{ code, message, references: [path] }]);

const rawBody = express.raw({ type: () => true, limit: bodyLimits.bytes });
const decoder = new TextDecoder("utf-8", { fatal: true });

/** The request's bytes, inflated when compressed; 413 over the limit, `UnreadableBody` when they do not arrive whole. */
export function readBytes(req: Request, res: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    rawBody(req, res, (error?: unknown) => {
      if (error === undefined) resolve(Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0));
      else reject(bodyProblem(error));
    });
  });
}

/** body-parser's errors carry a `type`; these are the ones that a client can cause. */
function bodyProblem(error: unknown): unknown {
  const type = typeof error === "object" && error !== null && "type" in error ? error.type : undefined;
  if (type === "entity.too.large") return common.payload_too_large({ limit: bodyLimits.bytes });
  if (type === "encoding.unsupported")
    return common.unsupported_media_type({ expected: "an identity, gzip or deflate encoding" });
  return unreadable("syntax", "unreadable", "the body could not be read");
}

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json$/i;

/** Reads and parses a JSON body; `undefined` when there is none. */
export async function readJsonBody(req: Request, res: Response): Promise<unknown> {
  const buffer = await readBytes(req, res);
  if (buffer.length === 0) return undefined;
  const mediaType = (req.headers["content-type"] ?? "application/json").split(";", 1)[0]?.trim() ?? "";
  if (!jsonMediaType.test(mediaType))
    throw unreadable("media", "unsupported_media_type", "send the body as application/json");
  return parseJson(buffer);
}

/** Parses UTF-8 JSON and refuses what cannot be stored or would be dangerous to walk: depth, `__proto__`, NUL. */
export function parseJson(buffer: Buffer): unknown {
  const text = decodeUtf8(buffer);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable("syntax", "invalid_json", "the body is not valid JSON");
  }
  inspect(value);
  return value;
}

function decodeUtf8(buffer: Buffer): string {
  try {
    return decoder.decode(buffer);
  } catch {
    throw unreadable("syntax", "invalid_utf8", "the body is not valid UTF-8");
  }
}

/** Walks without recursion, so that a deep body cannot exhaust the stack. */
function inspect(root: unknown): void {
  const pending: { value: unknown; path: string; depth: number }[] = [
    { value: root, path: "body", depth: 0 },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value === "string") checkText(value, path);
    if (typeof value !== "object" || value === null) continue;
    if (depth >= bodyLimits.depth)
      throw unreadable("syntax", "too_deep", `the body nests deeper than ${bodyLimits.depth} levels`);
    for (const [name, child] of Object.entries(value)) {
      const childPath = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
      if (name === "__proto__")
        throw unreadable("body", "unknown_field", "unknown field __proto__", childPath);
      checkText(name, path);
      if (typeof child === "object" || typeof child === "string")
        pending.push({ value: child, path: childPath, depth: depth + 1 });
    }
  }
}

/** Text that Postgres or UTF-8 could not hold exactly is refused, not repaired. */
export function checkText(text: string, path: string): void {
  if (text.includes("\0") || !text.isWellFormed()) {
    throw unreadable("body", "invalid_text", "text may not contain NUL characters or lone surrogates", path);
  }
}
