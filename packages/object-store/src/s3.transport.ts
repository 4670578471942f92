import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import http from "node:http";
import https from "node:https";
import type { ClientOptions } from "minio";
import { ObjectStoreUnavailable } from "./errors.ts";

/** Timeouts in milliseconds: to connect, and for every later silence of the store. */
export interface Deadlines {
  connectMs: number;
  requestMs: number;
}

type Transport = NonNullable<ClientOptions["transport"]>;
type OnResponse = (response: IncomingMessage) => void;

/** Overload. The client would retry some of these with a consumed body, and hide the others. */
const isOverload = (status = 0) => status >= 500 || status === 408 || status === 429 || status === 499;

const stale = new WeakSet<Error>();

/** Whether the store closed the idle connection just then, so that the request can be retried. */
export function wasStale(error: unknown): boolean {
  return error instanceof Error && stale.has(error);
}

/** A transport with timeouts and aborts, which the minio client has not. */
export function boundedTransport(secure: boolean, deadlines: Deadlines, signal?: AbortSignal): Transport {
  const base = secure ? https : http;
  const request = (options: RequestOptions, onResponse: OnResponse): ClientRequest => {
    const sent = base.request({ ...options, ...(signal && { signal }) }, (response) => {
      if (!isOverload(response.statusCode)) return onResponse(response);
      response.resume();
      sent.emit("error", new ObjectStoreUnavailable(`the object store answered ${response.statusCode}`));
    });
    noteStale(sent);
    boundConnect(sent, deadlines.connectMs);
    boundAnswer(sent, deadlines.requestMs);
    boundSilence(sent, deadlines.requestMs);
    return sent;
  };
  // The client uses this overload of the type only.
  return { request } as Transport;
}

function noteStale(request: ClientRequest): void {
  request.once("error", (error: NodeJS.ErrnoException) => {
    if (request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE")) stale.add(error);
  });
}

function boundConnect(request: ClientRequest, ms: number): void {
  const stop = deadline(request, ms, "did not accept a connection");
  request.once("socket", (socket) => {
    if (!socket.connecting) return stop();
    socket.once("encrypted" in socket ? "secureConnect" : "connect", stop);
  });
}

/** From the last byte sent to the answer's head, however slowly a server sends that. */
function boundAnswer(request: ClientRequest, ms: number): void {
  request.once("finish", () => {
    if (request.closed) return;
    const stop = deadline(request, ms, "did not answer");
    request.once("response", stop);
  });
}

function boundSilence(request: ClientRequest, ms: number): void {
  let response: IncomingMessage | undefined;
  request.once("response", (answer) => {
    response = answer;
  });
  request.setTimeout(ms);
  request.on("timeout", () => {
    // The reader is slow, not the store: unread bytes wait.
    if (response && response.readableLength > 0) return void request.socket?.setTimeout(ms);
    (response ?? request).destroy(new ObjectStoreUnavailable(`the object store fell silent for ${ms} ms`));
  });
}

function deadline(request: ClientRequest, ms: number, failing: string): () => void {
  const timer = setTimeout(() => {
    request.destroy(new ObjectStoreUnavailable(`the object store ${failing} within ${ms} ms`));
  }, ms);
  const stop = () => clearTimeout(timer);
  request.once("close", stop);
  return stop;
}
