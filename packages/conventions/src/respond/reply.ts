import type { Readable } from "node:stream";

/** The payload of an answer: JSON, prepared JSON text, bytes, a stream, or nothing. */
export type Payload =
  | { kind: "json"; value: unknown }
  /** JSON text; parsed only when a mask needs it. `etag` is the `strongETag` of the whole text. */
  | { kind: "jsonText"; text: string; etag?: string | undefined }
  | { kind: "bytes"; bytes: Buffer; contentType: string }
  | { kind: "stream"; stream: Readable; contentType: string; length?: number }
  | { kind: "empty" };

export class Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Payload;

  constructor(status: number, payload: Payload, headers: Record<string, string> = {}) {
    this.status = status;
    this.payload = payload;
    this.headers = headers;
  }
}

interface ReplyOptions {
  status?: number;
  headers?: Record<string, string>;
}

export const json = (value: unknown, { status = 200, headers }: ReplyOptions = {}): Reply =>
  new Reply(status, { kind: "json", value }, headers);

/** A body of JSON text, for instance as Postgres wrote it, with its `strongETag` if that is known. */
export const jsonText = (
  text: string,
  { status = 200, headers, etag }: ReplyOptions & { etag?: string } = {},
): Reply => new Reply(status, { kind: "jsonText", text, etag }, headers);

/** A whole file in memory: the tree dump, a page. */
export const bytes = (
  content: Buffer,
  contentType: string,
  { status = 200, headers }: ReplyOptions = {},
): Reply => new Reply(status, { kind: "bytes", bytes: content, contentType }, headers);

/** A file that is streamed; the length in bytes, when known, becomes Content-Length. */
export const stream = (
  source: Readable,
  { contentType, length, status = 200, headers }: ReplyOptions & { contentType: string; length?: number },
): Reply => new Reply(status, { kind: "stream", stream: source, contentType, length }, headers);

export function replyOf(
  result: unknown,
  { id, status = 200 }: { id: string; status?: number | undefined },
): Reply {
  if (result instanceof Reply) return result;
  if (status === 204) return new Reply(204, { kind: "empty" });
  if (result === undefined) throw new Error(`the handler of ${id} gave no answer`);
  return json(result, { status });
}
