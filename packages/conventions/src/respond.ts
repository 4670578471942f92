import { pipeline } from "node:stream/promises";
import { applyMask, applyMaskToBodies, parseMask } from "./attributes.ts";
import { matchesETag, strongETag } from "./etag.ts";
import { type Exchange, usableCallback } from "./exchange.ts";
import { jsonpBody, jsonpContentType } from "./jsonp.ts";
import type { Payload, Reply } from "./reply.ts";

export interface Presentation {
  mask?: "answer" | "bodies" | "none";
  /** Whether the representation gets an ETag and answers If-None-Match: GETs. */
  cacheable?: boolean;
}

const jsonContentType = "application/json; charset=utf-8";

/** Writes an answer in the form the request asked for: filtered, wrapped, conditional, headless. */
export async function respond(
  exchange: Exchange,
  reply: Reply,
  presentation: Presentation = {},
): Promise<void> {
  const { res } = exchange;
  if (res.headersSent) return;
  for (const [name, value] of Object.entries(reply.headers)) res.setHeader(name, value);
  if (reply.payload.kind === "stream") return sendStream(exchange, reply.status, reply.payload);
  const callback = usableCallback(exchange);
  const body = bodyOf(exchange, reply, presentation);
  if (callback !== undefined && reply.payload.kind !== "bytes") {
    return sendJsonp(exchange, callback, { status: reply.status, json: body.toString(), presentation });
  }
  if (reply.payload.kind === "empty") return end(exchange, reply.status, undefined);
  res.setHeader("Content-Type", reply.payload.kind === "bytes" ? reply.payload.contentType : jsonContentType);
  if (presentation.cacheable && reply.status === 200) {
    const etag = res.getHeader("ETag")?.toString() ?? strongETag(body);
    res.setHeader("ETag", etag);
    if (matchesETag(exchange.req.headers["if-none-match"], etag)) return notModified(exchange);
  }
  end(exchange, reply.status, body);
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

/** Every JSONP answer is HTTP 200; the real status and headers travel inside (decisions 1.6). */
function sendJsonp(exchange: Exchange, callback: string, { status, json, presentation }: Wrapped): void {
  const { res } = exchange;
  if (json !== "") res.setHeader("Content-Type", jsonContentType);
  if (presentation.cacheable && status === 200) res.setHeader("ETag", strongETag(json));
  const headers = Object.entries(res.getHeaders()).map(
    ([name, value]) => [name, [value].flat().map(String)] as const,
  );
  const wrapped = jsonpBody(callback, { status, headers: Object.fromEntries(headers), json });
  for (const name of ["ETag", "Allow", "Retry-After"]) res.removeHeader(name);
  res.setHeader("Content-Type", jsonpContentType);
  end(exchange, 200, wrapped);
}

function notModified({ res }: Exchange): void {
  res.removeHeader("Content-Type");
  res.writeHead(304).end();
}

function end({ req, res }: Exchange, status: number, body: string | Buffer | undefined): void {
  const headless = req.method === "HEAD" || status === 204;
  if (body === undefined) {
    if (status !== 204) res.setHeader("Content-Length", 0);
    res.writeHead(status).end();
    return;
  }
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.writeHead(status).end(headless ? undefined : body);
}

/** Streams a file; a source that fails after the headers went out cuts the connection, so that nobody takes a part for the whole. */
async function sendStream(
  { req, res }: Exchange,
  status: number,
  payload: Extract<Payload, { kind: "stream" }>,
): Promise<void> {
  res.setHeader("Content-Type", payload.contentType);
  if (payload.length !== undefined) res.setHeader("Content-Length", payload.length);
  res.writeHead(status);
  if (req.method === "HEAD") {
    payload.stream.destroy();
    res.end();
    return;
  }
  try {
    await pipeline(payload.stream, res);
  } catch {
    res.destroy();
  }
}
