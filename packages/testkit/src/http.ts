import { Agent, type IncomingMessage, type RequestListener, request } from "node:http";
import { gunzipSync } from "node:zlib";
import type { Authentication } from "@marketplace/conventions";
import { serve } from "@marketplace/server";
import { afterAll, beforeAll } from "vitest";
import { authorizationOf } from "./callers.ts";

/** The rest of a request: caller, body and headers. */
export interface RequestOptions {
  /** The caller whose token is sent; none when absent. */
  as?: Authentication;
  /** Bytes and text are sent as they are; other values as JSON. */
  body?: unknown;
  /** Overrides `Authorization` and `Content-Type` derived from the fields above. */
  headers?: Record<string, string>;
}

/** An answer as it came over the wire; header names in lower case, repeated headers joined by commas. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The exact bytes, possibly compressed. */
  bytes: Buffer;
  /** The bytes as UTF-8 text, inflated when gzip was sent. */
  text: string;
  /** The text as JSON; the caller states the type. */
  json<T = unknown>(): T;
}

type Send = (path: string, ask?: RequestOptions) => Promise<Answer>;

/** A small HTTP client of one server: no redirects, no cookies, no retries, any method. */
export interface Http {
  /** `http://127.0.0.1:<port>`, once the server listens. */
  readonly baseUrl: string;
  request(method: string, path: string, ask?: RequestOptions): Promise<Answer>;
  get: Send;
  head: Send;
  options: Send;
  post: Send;
  put: Send;
  patch: Send;
  delete: Send;
}

/** A client of the server at `baseUrl`, which is read at each request. */
export function httpClient(baseUrl: () => string, agent = new Agent({ keepAlive: true })): Http {
  const ask = (method: string, path: string, details: RequestOptions = {}): Promise<Answer> =>
    send({ agent, method, url: baseUrl(), path }, details);
  const by =
    (method: string): Send =>
    (path, details) =>
      ask(method, path, details);
  return {
    get baseUrl() {
      return baseUrl();
    },
    request: ask,
    get: by("GET"),
    head: by("HEAD"),
    options: by("OPTIONS"),
    post: by("POST"),
    put: by("PUT"),
    patch: by("PATCH"),
    delete: by("DELETE"),
  };
}

type App = RequestListener | (() => RequestListener | Promise<RequestListener>);

/**
 * Serves an application on a free port of 127.0.0.1 during the tests of the file or `describe` block. Pass a
 * function without parameters when the application depends on earlier `beforeAll` hooks.
 */
export function startApp(app: App): Http {
  let baseUrl: string | undefined;
  let close: (() => Promise<void>) | undefined;
  const agent = new Agent({ keepAlive: true });
  beforeAll(async () => {
    const listening = await serve(await listenerOf(app), { host: "127.0.0.1", port: 0 });
    baseUrl = `http://127.0.0.1:${listening.port}`;
    close = () => listening.close({ graceMs: 1_000 });
  });
  afterAll(async () => {
    agent.destroy();
    await close?.();
  });
  return httpClient(() => {
    if (baseUrl === undefined) throw new Error("the application is not served yet: ask inside of a test");
    return baseUrl;
  }, agent);
}

/** An Express application takes (req, res, next); a builder takes nothing. */
const listenerOf = async (app: App): Promise<RequestListener> =>
  // TypeScript cannot tell the two members of App apart by their number of parameters.
  app.length === 0 ? (app as () => RequestListener | Promise<RequestListener>)() : (app as RequestListener);

interface Target {
  agent: Agent;
  method: string;
  url: string;
  path: string;
}

function send({ agent, method, url, path }: Target, { as, body, headers }: RequestOptions): Promise<Answer> {
  const { port, hostname } = new URL(url);
  const payload = payloadOf(body);
  const authorization = as && authorizationOf(as);
  const sent: Record<string, string> = {
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(payload && { "Content-Length": String(payload.bytes.length), ...payload.headers }),
  };
  for (const [name, value] of Object.entries(headers ?? {})) replaceHeader(sent, name, value);
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, method, hostname, port, path, headers: sent }, (incoming) => {
      collect(incoming).then(resolve, reject);
    });
    outgoing.on("error", reject);
    outgoing.end(payload?.bytes);
  });
}

function payloadOf(body: unknown): { bytes: Buffer; headers: Record<string, string> } | undefined {
  if (body === undefined) return undefined;
  const headers = { "Content-Type": "application/json" };
  if (Buffer.isBuffer(body)) return { bytes: body, headers };
  return { bytes: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)), headers };
}

function replaceHeader(headers: Record<string, string>, name: string, value: string): void {
  const present = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase());
  if (present !== undefined) delete headers[present];
  headers[name] = value;
}

async function collect(incoming: IncomingMessage): Promise<Answer> {
  const bytes = Buffer.concat(await incoming.toArray());
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
  const zipped = headers["content-encoding"] === "gzip" && bytes.length > 0;
  const text = (zipped ? gunzipSync(bytes) : bytes).toString();
  return { status: incoming.statusCode ?? 0, headers, bytes, text, json: () => JSON.parse(text) };
}
