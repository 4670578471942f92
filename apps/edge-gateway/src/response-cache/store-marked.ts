import type { ServerResponse } from "node:http";
import {
  assertionHeader,
  type Exchange,
  type SurrogateListener,
  type SurrogateMark,
} from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { ServiceName } from "../edge/route-table.ts";
import { type Lease, valueAt } from "./response-cache.ts";

/** Answers with these headers belong to one client. */
const privateHeaders = ["connection", "set-cookie", "transfer-encoding"];

/** Stores the answer if its service marks it as cacheable, and drops what it marks as changed. */
export function storeMarked(deps: Deps, exchange: Exchange, service: ServiceName): void {
  exchange.surrogate = new Listener(deps, exchange, service);
}

/** A class, because closures over the exchange kept a fifth of all requests in memory after their end. */
class Listener implements SurrogateListener {
  readonly #deps: Pick<Deps, "responseCache" | "telemetry">;
  readonly #exchange: Exchange;
  readonly #service: ServiceName;
  readonly #lease: Lease | undefined;
  #mark: SurrogateMark | undefined;

  constructor(deps: Deps, exchange: Exchange, service: ServiceName) {
    this.#deps = deps;
    this.#exchange = exchange;
    this.#service = service;
    this.#lease = deps.responseCache.lease(service);
  }

  onMark(mark: SurrogateMark): boolean {
    const { responseCache, telemetry } = this.#deps;
    if (mark.seconds === 0) {
      for (const key of mark.keys) responseCache.invalidate(this.#service, key);
      return false;
    }
    if (!this.#lease || !isCacheable(this.#exchange)) return false;
    this.#mark = mark;
    telemetry.metrics.cache("answers").miss.inc();
    return true;
  }

  onBody(body: Buffer | string): void {
    if (!this.#mark || !this.#lease) return;
    const { route = "unknown", owner, req, res } = this.#exchange;
    const headers = sentHeaders(res);
    const isPrivate = privateHeaders.some((name) => valueAt(headers, name) >= 0);
    if (res.statusCode !== 200 || !owner || isPrivate) return;
    const etag = headers[valueAt(headers, "etag")];
    const { seconds, keys, anonymous = false } = this.#mark;
    this.#deps.responseCache.set(
      req.originalUrl,
      { headers, body: typeof body === "string" ? Buffer.from(body) : body, etag, route, owner, anonymous },
      { lease: this.#lease, ttlMs: seconds * 1_000, keys },
    );
  }
}

/** The request has no unusual form, and its target holds no token. */
const isCacheable = ({ req }: Exchange): boolean =>
  req.method === "GET" &&
  req.headers[assertionHeader] === undefined &&
  req.headers.range === undefined &&
  !req.originalUrl.includes("access_token");

function sentHeaders(res: ServerResponse): string[] {
  // Every outgoing message has it; the types name it on requests only.
  const names = (res as ServerResponse & { getRawHeaderNames(): string[] }).getRawHeaderNames();
  const headers: string[] = [];
  for (const name of names) {
    const value = res.getHeader(name);
    if (Array.isArray(value)) for (const one of value) headers.push(name, one);
    else headers.push(name, String(value));
  }
  return headers;
}
