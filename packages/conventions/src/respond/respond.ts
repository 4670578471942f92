import { pipeline } from "node:stream/promises";
import { usableCallback } from "../request/callback.ts";
import type { Exchange } from "../request/exchange.ts";
import { routeHeader } from "../request/request-log.ts";
import { applyMask, applyMaskToBodies, parseMask } from "./attributes.ts";
import { awaitFirstByte } from "./await-first-byte.ts";
import { matchesETag, strongETag } from "./etag.ts";
import { jsonpBody, jsonpContentType } from "./jsonp.ts";
import type { Payload, Reply } from "./reply.ts";

export interface Presentation {
  mask?: "answer" | "bodies" | "none";
  /** Whether the answer gets an ETag and honors If-None-Match: GETs. */
  cacheable?: boolean;
}

const jsonContentType = "application/json; charset=utf-8";

/**
 * Writes an answer in the form that the request asked for: filtered, wrapped, conditional, without body.
 * Rejects before any header is set when the body cannot be made, so that an error can still be answered.
 */
export async function respond(
  exchange: Exchange,
  reply: Reply,
  presentation: Presentation = {},
): Promise<void> {
  if (exchange.res.headersSent) return;
  if (reply.payload.kind === "stream") return sendStream(exchange, reply, reply.payload);
  const body = bodyOf(exchange, reply, presentation);
  setHeaders(exchange, reply);
  const callback = usableCallback(exchange);
  if (callback !== undefined && reply.payload.kind !== "bytes")
    return sendJsonp(exchange, callback, { status: reply.status, json: body.toString(), presentation });
  sendPlain(exchange, reply, { body, presentation });
}

function setHeaders({ res }: Exchange, { headers }: Reply): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}

/** Sets the ETag: the handler's own, a known one, or one over the bytes. */
function tag({ res }: Exchange, body: string | Buffer, payload?: Payload): string {
  const known = payload?.kind === "jsonText" && payload.text === body ? payload.etag : undefined;
  const etag = res.getHeader("ETag")?.toString() ?? known ?? strongETag(body);
  res.setHeader("ETag", etag);
  return etag;
}

function sendPlain(
  exchange: Exchange,
  { status, payload }: Reply,
  { body, presentation }: { body: string | Buffer; presentation: Presentation },
): void {
  const { req, res } = exchange;
  if (payload.kind !== "empty")
    res.setHeader("Content-Type", payload.kind === "bytes" ? payload.contentType : jsonContentType);
  const kept = presentation.cacheable && status === 200 && payload.kind !== "empty";
  if (kept && matchesETag(req.headers["if-none-match"], tag(exchange, body, payload))) notModified(exchange);
  else end(exchange, status, payload.kind === "empty" ? undefined : body);
}

/** The text or bytes below the headers; success bodies are masked, error bodies never are (decisions 1.5). */
function bodyOf(
  exchange: Exchange,
  { payload, status }: Reply,
  { mask: scope }: Presentation,
): string | Buffer {
  if (payload.kind === "bytes") return payload.bytes;
  if (payload.kind !== "json" && payload.kind !== "jsonText") return "";
  const mask =
    scope === "none" || status >= 300 ? undefined : parseMask(exchange.query.getAll("attributes").join(","));
  if (!mask) return payload.kind === "json" ? JSON.stringify(payload.value) : payload.text;
  const value: unknown =
    payload.kind === "json" ? JSON.parse(JSON.stringify(payload.value)) : JSON.parse(payload.text);
  return JSON.stringify(scope === "bodies" ? applyMaskToBodies(value, mask) : applyMask(value, mask));
}

interface Wrapped {
  status: number;
  json: string;
  presentation: Presentation;
}

/** Headers of the wrapped answer, which would be wrong on the script. */
const ofTheWrapped = ["ETag", "Allow", "Link", "Retry-After", "Location", "WWW-Authenticate"];

/** Every JSONP answer is HTTP 200; status and headers are inside (decisions 1.6). */
function sendJsonp(exchange: Exchange, callback: string, { status, json, presentation }: Wrapped): void {
  const { res } = exchange;
  exchange.status = status;
  if (json !== "") res.setHeader("Content-Type", jsonContentType);
  if (presentation.cacheable && status === 200 && json !== "") tag(exchange, json);
  const headers = Object.entries(res.getHeaders())
    .filter(([name]) => name !== routeHeader)
    .map(([name, value]) => [name, [value].flat().map(String)] as const);
  const wrapped = jsonpBody(callback, { status, headers: Object.fromEntries(headers), json });
  for (const name of ofTheWrapped) res.removeHeader(name);
  res.setHeader("Content-Type", jsonpContentType);
  end(exchange, 200, wrapped);
}

function notModified({ res }: Exchange): void {
  res.removeHeader("Content-Type");
  res.writeHead(304).end();
}

function end({ req, res, surrogate }: Exchange, status: number, body: string | Buffer | undefined): void {
  const headless = req.method === "HEAD" || status === 204;
  if (body === undefined) {
    if (status !== 204 && status !== 304) res.setHeader("Content-Length", 0);
    res.writeHead(status).end();
    return;
  }
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.writeHead(status).end(headless ? undefined : body);
  if (!headless) surrogate?.onBody(body);
}

/**
 * Streams a file. A source that fails before its first byte is an error like any other. One that fails later
 * cuts the connection, so that no client takes a part for the whole.
 */
async function sendStream(
  exchange: Exchange,
  reply: Reply,
  { stream, contentType, length }: Extract<Payload, { kind: "stream" }>,
): Promise<void> {
  const { req, res } = exchange;
  const headless = req.method === "HEAD";
  if (!headless) await awaitFirstByte(stream, res);
  setHeaders(exchange, reply);
  res.setHeader("Content-Type", contentType);
  if (length !== undefined) res.setHeader("Content-Length", length);
  res.writeHead(reply.status);
  if (headless) {
    stream.destroy();
    res.end();
    return;
  }
  try {
    await pipeline(stream, res);
  } catch {
    res.destroy();
  }
}
