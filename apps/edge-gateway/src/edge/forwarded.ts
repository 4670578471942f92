import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { RoundRobinDispatcher } from "@marketplace/contracts";
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
import { countBodyBytes, discardRest, encodedFaults, faultsHeader } from "@marketplace/server";
import { traceHeaders } from "@marketplace/telemetry";
import type { Dispatcher } from "undici";
import { problems } from "../problems.ts";
import { assertions } from "./assertions.ts";
import { requestHeaders, responseHeaders } from "./header-hygiene.ts";
import type { Upstream, UpstreamRequest } from "./upstream.ts";

interface Options {
  /** Timeout of the answer's headers and between two chunks of its body, in milliseconds. */
  timeoutMs: number;
}

const connectTimeoutMs = 2_000;

/** Bytes buffered on either side of a body: the stream must not pause after each chunk of a socket. */
const highWaterMark = 128 * 1024;

/** A service in another process. */
interface RemoteUpstream extends Upstream {
  close(): Promise<void>;
}

/** Connections to one replica. */
const connections = 256;

/**
 * Reverse proxy: streams requests to the replicas of a service in turn, with the signed caller, and their
 * answers back. Only short answers for the response cache are held in memory whole. When the client leaves,
 * the service's request is aborted. Rejects with 503, 504 or 502 as long as no answer has begun.
 */
export function forwarded(
  url: string | readonly string[],
  secret: string,
  { timeoutMs }: Options,
): RemoteUpstream {
  // undici passes the option on to node:net; its types lack it.
  const connect = { timeout: connectTimeoutMs, highWaterMark };
  const service = new RoundRobinDispatcher(url, {
    pool: { connections, connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
  });
  const sign = assertions(secret);
  return {
    handle: (request) => forward(service, request, sign),
    close: () => service.close(),
  };
}

type Sign = ReturnType<typeof assertions>;

async function forward(
  service: Dispatcher,
  { exchange, authentication }: UpstreamRequest,
  sign: Sign,
): Promise<void> {
  const { req, res, requestId } = exchange;
  const faults = encodedFaults();
  const headers = {
    ...requestHeaders(req.headers),
    "x-request-id": requestId,
    ...traceHeaders(),
    [assertionHeader]: sign(authentication),
    [clientAddressHeader]: clientAddressOf(req),
    ...(faults !== undefined && { [faultsHeader]: faults }),
  };
  const abort = new AbortController();
  const leave = () => abort.abort();
  res.once("close", leave);
  const body = hasBody(req) ? bodyOf(req) : null;
  try {
    // undici accepts every method that Node's parser does.
    const method = req.method as Dispatcher.HttpMethod;
    const passed = { path: targetOf(exchange), method, headers, body, signal: abort.signal };
    // The body goes straight into the answer: a stream in between costs more than the rest of the way.
    await service.stream(passed, (answer) => {
      exchange.route = routeOf(answer.headers);
      const { control, key } = surrogateHeaders;
      const mark = readSurrogateMark(answer.headers[control], answer.headers[key]);
      const isShort = Number(answer.headers["content-length"]) <= maxCollectedBytes;
      const isStored = mark !== undefined && exchange.surrogate?.onMark(mark) === true && isShort;
      for (const [name, value] of Object.entries(responseHeaders(answer.headers))) res.setHeader(name, value);
      res.writeHead(answer.statusCode);
      return isStored ? collectingBody(exchange) : res;
    });
  } catch (error) {
    breakOff(res, error);
  } finally {
    res.off("close", leave);
    body?.destroy();
    discardRest(req);
  }
}

/** Longer answers are not collected: the response cache does not take them. */
const maxCollectedBytes = 8 * 1024 * 1024;

/** A stream into the answer that also collects the body for the response cache. */
function collectingBody({ res, surrogate }: Exchange): PassThrough {
  const body = new PassThrough({ highWaterMark });
  const chunks: Buffer[] = [];
  body.on("data", (chunk: Buffer) => chunks.push(chunk));
  body.once("end", () => surrogate?.onBody(Buffer.concat(chunks)));
  body.pipe(res);
  // When the service breaks off, the client's connection is cut.
  body.once("close", () => body.readableEnded || res.destroy());
  return body;
}

/** The template of the path, which only the service knows. */
function routeOf({ [routeHeader]: route }: IncomingHttpHeaders): string {
  return typeof route === "string" ? route : "unknown";
}

/**
 * A separate stream of the body: undici destroys or stalls a body that it does not read to the end, and with
 * the request itself the client's connection.
 */
function bodyOf(req: IncomingMessage): Readable {
  const body = new Readable({ highWaterMark, read: () => void req.resume() });
  const pass = (chunk: Buffer) => {
    countBodyBytes(chunk.length);
    if (!body.destroyed && !body.push(chunk)) req.pause();
  };
  const end = () => body.push(null);
  req.on("data", pass).once("end", end);
  body.once("close", () => req.off("data", pass).off("end", end));
  return body;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** The path and query without the token: it ends up in fewer places. */
function targetOf({ req, pathname }: Exchange): string {
  const mark = req.url.indexOf("?");
  if (mark < 0) return pathname;
  const pairs = req.url
    .slice(mark + 1)
    .split("&")
    .filter((pair) => !isToken(pair));
  return pairs.length === 0 ? pathname : `${pathname}?${pairs.join("&")}`;
}

const isToken = (pair: string): boolean => new URLSearchParams(pair).has("access_token");

/** A started answer can only be cut; a client that left needs none; all others get a problem. */
function breakOff(res: ServerResponse, error: unknown): void {
  if (res.headersSent) res.destroy();
  else if (!res.destroyed) throw problemOfTransport(error);
}

const unreachable = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function problemOfTransport(error: unknown): Problem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (unreachable.has(code)) return common.service_unavailable({ headers: { "Retry-After": "1" } });
  return code === "UND_ERR_HEADERS_TIMEOUT" ? problems.gateway_timeout() : problems.bad_gateway();
}
