import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import {
  assertionHeader,
  matchesETag,
  recordClientAddress,
  reportServed,
  requestIdOf,
} from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { clientBehind } from "../edge/client-address.ts";
import { bearerTokenOf } from "../edge/credentials.ts";
import { secondsToWait } from "../edge/limit.ts";
import { anonymousReader, type Checked } from "../tokens/token-check.service.ts";
import type { CachedResponse } from "./response-cache.ts";

/** Requests with these headers need the full pipeline: their answer differs, or more of them is read. */
const unusualHeaders = [
  "range",
  "if-range",
  "if-match",
  "content-length",
  "transfer-encoding",
  "expect",
  "upgrade",
  assertionHeader,
];

/**
 * Serves cached responses before Express sees the request: it checks the token and the rate limit, and logs,
 * as the full pipeline does. All other requests go to `app`, unauthorized and rate-limited ones too. Without
 * this function the product answers the same, only slower (docs/adr/0007-response-cache.md).
 */
export function serveCached(deps: Deps, app: RequestListener): RequestListener {
  // Only the full pipeline traces.
  if (deps.telemetry.tracer) return app;
  const { responseCache } = deps;
  return (req, res) => {
    const startedAt = performance.now();
    const url = req.url ?? "";
    if (!isPlain(req) || !responseCache.peek(url)) return app(req, res);
    const checked = identify(deps, req);
    if (checked === undefined) return app(req, res);
    const proceed = (known: Checked) => {
      // The entry may have been invalidated while the token was looked up.
      const cached = responseCache.peek(url);
      if (!cached || !mayRead(known, cached)) return app(req, res);
      const answer = (seconds: number) => {
        if (seconds > 0) return app(req, res);
        // Counts the hit. The entry itself may expire meanwhile, but the rate limit has counted the request.
        responseCache.get(url);
        send(cached, { req, res, checked: known, startedAt });
      };
      const wait = secondsToWait(deps, req, known);
      if (typeof wait === "number") answer(wait);
      else void wait.then(answer);
    };
    if (checked instanceof Promise) checked.then(proceed, () => app(req, res));
    else proceed(checked);
  };
}

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && unusualHeaders.every((name) => headers[name] === undefined);

/** A cached target holds no token: without a header the request has none. */
function identify(
  { tokenCheck, anonymousReads, trustedProxies }: Deps,
  req: IncomingMessage,
): Checked | Promise<Checked> | undefined {
  const token = bearerTokenOf(req);
  // An empty Bearer header counts as no token.
  if (token) return tokenCheck.check(token);
  if (!anonymousReads) return undefined;
  recordClientAddress(req, clientBehind(req, trustedProxies));
  return anonymousReader;
}

function mayRead(checked: Checked, cached: CachedResponse): boolean {
  const { authentication } = checked;
  return authentication.kind === "caller"
    ? authentication.caller.scopes.includes("read")
    : checked === anonymousReader && cached.anonymous;
}

interface CachedRequest {
  req: IncomingMessage;
  res: ServerResponse;
  checked: Checked;
  startedAt: number;
}

const bodyHeaders = new Set(["content-type", "content-length"]);

function send(cached: CachedResponse, { req, res, checked, startedAt }: CachedRequest): void {
  const { body, etag, route, owner } = cached;
  const requestId = requestIdOf(req);
  const sentBefore = req.socket.bytesWritten;
  const unchanged = etag !== undefined && matchesETag(req.headers["if-none-match"], etag);
  const status = unchanged ? 304 : 200;
  const headers = headersFor(cached, requestId);
  res.writeHead(status, unchanged ? withoutBody(headers) : headers);
  if (unchanged || req.method === "HEAD") res.end();
  else if (typeof body === "string") res.end(body, "latin1");
  else res.end(body);
  const { authentication } = checked;
  const { userId, applicationId } = authentication.kind === "caller" ? authentication.caller : {};
  reportServed(owner, {
    requestId,
    ...(userId !== undefined && applicationId !== undefined && { userId, applicationId }),
    method: req.method ?? "GET",
    route,
    status,
    durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
    bytes: req.socket.bytesWritten - sentBefore,
  });
}

/** The headers as they were sent first, with this request's id and date. */
function headersFor({ headers, requestIdAt, dateAt }: CachedResponse, requestId: string): string[] {
  const own = headers.slice();
  if (requestIdAt >= 0) own[requestIdAt] = requestId;
  if (dateAt >= 0) own[dateAt] = new Date().toUTCString();
  return own;
}

const withoutBody = (headers: readonly string[]): string[] =>
  headers.filter((_, index) => !bodyHeaders.has((headers[index - (index % 2)] ?? "").toLowerCase()));
