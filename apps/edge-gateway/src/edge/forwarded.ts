import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, pipeline, Readable } from "node:stream";
import { RoundRobinDispatcher, type SpreadOptions } from "@marketplace/contracts";
import {
  assertionHeader,
  clientAddressHeader,
  clientAddressOf,
  common,
  type Exchange,
  type Problem,
  readSurrogateMark,
  routeHeader,
  surrogateHeaders,
} from "@marketplace/conventions";
import { bytesPassed, readPast } from "@marketplace/server";
import { traceHeaders } from "@marketplace/telemetry";
import type { Dispatcher } from "undici";
import { problems } from "../problems.ts";
import { assertions } from "./assertions.ts";
import { requestHeaders, responseHeaders } from "./header-hygiene.ts";
import type { Passage, Upstream } from "./upstream.ts";

interface Options {
  /** Longest wait for the answer's headers, and between two parts of its body, in milliseconds. */
  timeoutMs?: number;
  connectTimeoutMs?: number;
  /** How addresses are found and connections kept; as for every service when absent. */
  spread?: SpreadOptions;
}

/** Bytes of a body that may wait on either side: more than one piece of a socket, or it would be stopped after each. */
const highWaterMark = 128 * 1024;

/** A service in another process. */
export interface RemoteUpstream extends Upstream {
  close(): Promise<void>;
}

/** Connections to one replica. */
const connections = 256;

/**
 * Streams requests to a service and its answers back, neither ever held in memory whole; the signed caller goes with
 * each. All replicas of the service take requests in turn. A client that leaves takes the service's work with it. Rejects with 503, 504 or 502 while nothing was answered.
 */
export function forwarded(
  url: string | readonly string[],
  secret: string,
  { timeoutMs = 30_000, connectTimeoutMs = 2_000, spread }: Options = {},
): RemoteUpstream {
  // Handed on to node:net, though undici's types do not name the mark.
  const connect = { timeout: connectTimeoutMs, highWaterMark };
  const service = new RoundRobinDispatcher(url, {
    ...spread,
    pool: { connections, connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
  });
  const sign = assertions(secret);
  return {
    handle: (passage) => pass(service, passage, sign),
    close: () => service.close(),
  };
}

type Sign = ReturnType<typeof assertions>;

async function pass(service: Dispatcher, { exchange, authentication }: Passage, sign: Sign): Promise<void> {
  const { req, res, requestId } = exchange;
  const headers = {
    ...requestHeaders(req.headers),
    "x-request-id": requestId,
    ...traceHeaders(),
    [assertionHeader]: sign(authentication),
    [clientAddressHeader]: clientAddressOf(req),
  };
  const abort = new AbortController();
  const leave = () => abort.abort();
  res.once("close", leave);
  const body = hasBody(req) ? bodyOf(req) : null;
  try {
    // Any method a client may send is one undici sends on.
    const method = req.method as Dispatcher.HttpMethod;
    const passed = { path: targetOf(exchange), method, headers, body, signal: abort.signal };
    // Straight into the answer: a stream between them would cost more than the rest of the way.
    await service.stream(passed, (answer) => {
      exchange.route = routeOf(answer.headers);
      const { control, key } = surrogateHeaders;
      const mark = readSurrogateMark(answer.headers[control], answer.headers[key]);
      const isStored = mark !== undefined && exchange.surrogate?.onMark(mark) === true;
      for (const [name, value] of Object.entries(responseHeaders(answer.headers))) res.setHeader(name, value);
      res.writeHead(answer.statusCode);
      return isStored ? collectingBody(exchange) : res;
    });
  } catch (error) {
    breakOff(res, error);
  } finally {
    res.off("close", leave);
    body?.destroy();
    readPast(req);
  }
}

/** A way into the answer on which the body is also collected for the response cache. */
function collectingBody({ res, surrogate }: Exchange): PassThrough {
  const body = new PassThrough({ highWaterMark });
  const chunks: Buffer[] = [];
  body.on("data", (chunk: Buffer) => chunks.push(chunk));
  body.once("end", () => surrogate?.onBody(Buffer.concat(chunks)));
  // When the service breaks off, the client's connection is cut.
  pipeline(body, res, () => {});
  return body;
}

/** The template of the path, which only the service knows; a path that is none of its is like any other unknown one. */
function routeOf({ [routeHeader]: route }: IncomingHttpHeaders): string {
  return typeof route === "string" ? route : "unknown";
}

/**
 * The body as a stream of its own: undici destroys or stalls what it did not read to its end, and with the request itself
 * the client's connection.
 */
function bodyOf(req: IncomingMessage): Readable {
  const body = new Readable({ highWaterMark, read: () => void req.resume() });
  const pass = (chunk: Buffer) => {
    bytesPassed(chunk.length);
    if (!body.destroyed && !body.push(chunk)) req.pause();
  };
  const end = () => body.push(null);
  req.on("data", pass).once("end", end);
  body.once("close", () => req.off("data", pass).off("end", end));
  return body;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** The path and query as they came, without the token: it ends up in fewer places. */
function targetOf({ req, pathname }: Exchange): string {
  const mark = req.url.indexOf("?");
  if (mark < 0) return pathname;
  const kept = req.url
    .slice(mark + 1)
    .split("&")
    .filter((pair) => !isToken(pair));
  return kept.length === 0 ? pathname : `${pathname}?${kept.join("&")}`;
}

const isToken = (pair: string): boolean => new URLSearchParams(pair).has("access_token");

/** An answer that has begun can only be cut; a client that left needs none; everybody else is told. */
function breakOff(res: ServerResponse, error: unknown): void {
  if (res.headersSent) res.destroy();
  else if (!res.destroyed) throw problemOfTransport(error);
}

const unreachable = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"],
  "UND_ERR_CONNECT_TIMEOUT",
]);

function problemOfTransport(error: unknown): Problem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (unreachable.has(code)) return common.service_unavailable({ headers: { "Retry-After": "1" } });
  return code === "UND_ERR_HEADERS_TIMEOUT" ? problems.gateway_timeout() : problems.bad_gateway();
}
