import type { ServerResponse } from "node:http";
import type { Delay } from "./faults.schema.ts";

interface Answer {
  status: number;
  body: Buffer;
}

/** Sends what it is given in place of the answer; the headers are those of the answer. */
type Send = (answer: Answer) => void;

/**
 * Collects the answer that the product writes to this response, and hands it to `send` when it is complete.
 * Only answers with a fault are collected. The methods of the response are replaced, because what is
 * written to it comes from Express, from the response cache and from streams alike.
 */
function collect(res: ServerResponse, send: Send): void {
  const pieces: Buffer[] = [];
  const original = {
    write: res.write,
    end: res.end,
    writeHead: res.writeHead,
    flushHeaders: res.flushHeaders,
  };
  const take = (piece: unknown, encoding: unknown): void => {
    if (typeof piece === "string")
      pieces.push(Buffer.from(piece, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"));
    else if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
  };
  const calledBack = (args: readonly unknown[]): void => {
    const callback = args.find((arg) => typeof arg === "function");
    // Node calls it without arguments once the piece is flushed.
    if (callback) process.nextTick(callback as () => void);
  };
  const replacements = {
    writeHead(status: number, ...rest: unknown[]) {
      res.statusCode = status;
      const headers = rest.find((arg) => typeof arg === "object" && arg !== null);
      for (const [name, value] of headerPairs(headers)) res.setHeader(name, value);
      return res;
    },
    flushHeaders() {},
    write(piece: unknown, ...rest: unknown[]) {
      take(piece, rest[0]);
      calledBack(rest);
      return true;
    },
    end(...args: unknown[]) {
      take(args[0], args[1]);
      Object.assign(res, original);
      calledBack(args);
      send({ status: res.statusCode, body: Buffer.concat(pieces) });
      return res;
    },
  };
  // The overloads of Node's methods cannot be stated by plain functions.
  Object.assign(res, replacements);
}

type HeaderPair = readonly [name: string, value: string | number | string[]];

/** Headers as `writeHead` takes them: an object, or a flat list of names and values. */
function headerPairs(headers: unknown): HeaderPair[] {
  if (!headers) return [];
  if (!Array.isArray(headers)) return Object.entries(headers as Record<string, string>);
  if (Array.isArray(headers[0])) return headers as HeaderPair[];
  return Array.from({ length: headers.length / 2 }, (_, index) => [
    headers[2 * index],
    headers[2 * index + 1],
  ]);
}

/** Sends a share of the body below the length of the whole, then cuts the connection. */
export function truncated(res: ServerResponse, share: number): void {
  collect(res, ({ body }) => {
    res.setHeader("Content-Length", body.length);
    res.removeHeader("Transfer-Encoding");
    res.flushHeaders();
    res.write(body.subarray(0, Math.floor(body.length * share)), () => res.destroy());
  });
}

/** Answers with the first half of the body as if it were whole: no parser takes it. */
export function malformed(res: ServerResponse): void {
  collect(res, ({ status, body }) => {
    const half = body.subarray(0, Math.floor(body.length / 2));
    const wrong = half.length > 0 ? half : Buffer.from("{");
    if (status === 204 || status === 304) res.statusCode = 200;
    res.removeHeader("ETag");
    res.removeHeader("Transfer-Encoding");
    res.setHeader("Content-Length", wrong.length);
    res.end(wrong);
  });
}

/** Sends the body in pieces with a pause before each but the first. */
export function dribbled(
  res: ServerResponse,
  { chunks, ms }: Extract<Delay, { type: "dribble" }>,
  ended: AbortSignal,
): void {
  collect(res, ({ body }) => {
    res.setHeader("Content-Length", body.length);
    res.removeHeader("Transfer-Encoding");
    const size = Math.max(1, Math.ceil(body.length / chunks));
    const stop = () => res.destroy();
    ended.addEventListener("abort", stop, { once: true });
    res.once("close", () => ended.removeEventListener("abort", stop));
    const send = (from: number): void => {
      if (res.destroyed) return;
      if (from + size >= body.length) res.end(body.subarray(from));
      else {
        res.write(body.subarray(from, from + size));
        setTimeout(send, ms, from + size);
      }
    };
    send(0);
  });
}
