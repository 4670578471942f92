import type { IncomingHttpHeaders } from "node:http";
import type { ByteRange } from "./object-store.ts";

const single = /^bytes=(?:(\d+)-(\d+)?|-(\d+))$/i;

/** Clients write their largest integer for a file's end: what is over ours is beyond any file as well. */
const toPosition = (digits: string): number => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);

/**
 * The range of a file that a GET asks for. Several ranges, other units, malformed headers, and an `If-Range`
 * with another ETag mean the whole file (RFC 9110, 13.1.5 and 14.2).
 */
export function requestedRange(
  method: string,
  headers: IncomingHttpHeaders,
  etag: string,
): ByteRange | undefined {
  if (method !== "GET" || headers.range === undefined) return undefined;
  const ifRange = headers["if-range"];
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const [, from, to, last] = single.exec(headers.range.replaceAll(" ", "")) ?? [];
  if (last !== undefined) return { last: toPosition(last) };
  if (from === undefined) return undefined;
  if (to === undefined) return { from: toPosition(from) };
  const range = { from: toPosition(from), to: toPosition(to) };
  return range.to < range.from ? undefined : range;
}
