import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as overHttp,
  type Server,
  type ServerResponse,
} from "node:http";
import { request as overHttps } from "node:https";
import { pipeline } from "node:stream";
import { type Exchange, formatVersion, type RecordedHeaders } from "../exchange.ts";
import { bodyLimit, readBody } from "./read-body.ts";

export interface Recording {
  /** Where requests go: its path comes before theirs. */
  upstream: URL;
  /** Set on each request, in place of the client's own. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Takes each exchange when its answer has ended. */
  onExchange(exchange: Exchange): void;
  onError(error: Error): void;
}

/** They are about one connection. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export interface Recorder {
  server: Server;
  /** Waits until all answers that have ended are told of: long bodies take a moment to decode. */
  settled(): Promise<void>;
}

/** A proxy that passes requests on as they are, and tells of each with its answer. */
export function createRecorder(recording: Recording): Recorder {
  const telling = new Set<Promise<void>>();
  const until = (told: Promise<void>) => {
    telling.add(told);
    void told.finally(() => telling.delete(told));
  };
  return {
    server: createServer((req, res) => pass(req, res, { ...recording, until })),
    settled: async () => void (await Promise.all(telling)),
  };
}

interface Passing extends Recording {
  /** Takes what `settled` waits for; it does not reject. */
  until(told: Promise<void>): void;
}

function pass(req: IncomingMessage, res: ServerResponse, recording: Passing): void {
  const { upstream, headers: given = {} } = recording;
  const began = { at: new Date().toISOString(), ms: performance.now() };
  const request = upstream.protocol === "https:" ? overHttps : overHttp;
  const headers = { ...endToEnd(req.headers), ...lowerCase(given), host: upstream.host };
  // Node frames no body of a DELETE by itself.
  const isChunked = req.headers["transfer-encoding"] !== undefined;
  const outgoing = request(upstream, {
    method: req.method,
    path: upstream.pathname.replace(/\/$/, "") + (req.url ?? "/"),
    headers: { ...headers, ...(isChunked && { "transfer-encoding": "chunked" }) },
  });
  const asked = keep(req);
  const fail = (error: Error) => {
    recording.onError(error);
    answerBadGateway(res);
  };
  pipeline(req, outgoing, (error) => {
    if (error && !req.complete) outgoing.destroy();
  });
  outgoing.on("error", fail);
  outgoing.on("response", (answer) => {
    const answered = keep(answer);
    res.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    pipeline(answer, res, (error) => {
      if (error) return recording.onError(error);
      recording.until(tell().catch(fail));
    });
    async function tell(): Promise<void> {
      const [requestHeaders, answerHeaders] = [recordedHeaders(headers), recordedHeaders(answer.headers)];
      recording.onExchange({
        version: formatVersion,
        at: began.at,
        method: req.method ?? "GET",
        target: req.url ?? "/",
        request: { headers: requestHeaders, body: await asked(requestHeaders) },
        status: answer.statusCode ?? 0,
        answer: { headers: answerHeaders, body: await answered(answerHeaders) },
        duration_ms: Math.round(performance.now() - began.ms),
      });
    }
  });
}

/** Keeps the chunks of a message as they pass by. */
function keep(message: IncomingMessage) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  message.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bodyLimit) chunks.push(chunk);
    else chunks.length = 0;
  });
  return (headers: RecordedHeaders) => readBody(chunks, { headers, bytes });
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set(headers.connection?.split(",").map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)),
  );
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const recordedHeaders = (headers: IncomingHttpHeaders): RecordedHeaders =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** In the form of the platform's own errors. */
function answerBadGateway(res: ServerResponse): void {
  if (res.headersSent) return void res.destroy();
  const message = "The upstream marketplace did not answer";
  const body = JSON.stringify({ message, error: "bad_gateway", status: 502, cause: [] });
  res.writeHead(502, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  });
  res.end(body);
}
