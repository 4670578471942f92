import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { assertionHeader, matchesETag, reportServed, requestIdOf } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { bearerTokenOf } from "../edge/credentials.ts";
import { secondsToWait } from "../edge/limit.ts";
import type { Checked } from "../tokens/token-check.service.ts";
import type { Kept } from "./response-cache.ts";

/** Headers that change what is answered, or that say there is more to read: such requests take the usual way. */
const unusual = [
  ...["range", "if-range", "if-match", "content-length", "transfer-encoding", "expect", "upgrade"],
  assertionHeader,
];

/**
 * Answers what is kept before anything else looks at the request: the token is looked at, the rate counted, the line
 * written, as on the usual way. Everything it does not know how to answer goes on to `app`.
 */
export function serveCached(deps: Deps, app: RequestListener): RequestListener {
  // A span is begun and ended on the usual way only.
  if (deps.telemetry.tracer) return app;
  const { responseCache, tokenCheck } = deps;
  const { hit } = deps.telemetry.metrics.cache("answers");
  return (req, res) => {
    const startedAt = performance.now();
    const url = req.url ?? "";
    const known = isPlain(req) ? responseCache.find(url) : undefined;
    const token = known && bearerTokenOf(req);
    if (token === undefined) return app(req, res);
    const proceed = (checked: Checked, found: Kept | undefined) => {
      if (!found || !isLetIn(deps, req, checked)) return app(req, res);
      hit.inc();
      answer(found, { req, res, checked, startedAt });
    };
    const checked = tokenCheck.check(token);
    // What is kept may change while the token is looked up.
    if (checked instanceof Promise)
      checked.then(
        (then) => proceed(then, responseCache.find(url)),
        () => app(req, res),
      );
    else proceed(checked, known);
  };
}

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && unusual.every((name) => headers[name] === undefined);

/** What is kept is read with scope `read`; whoever may not, or must wait, is told so on the usual way. */
function isLetIn(deps: Deps, req: IncomingMessage, checked: Checked): boolean {
  const { authentication } = checked;
  if (authentication.kind !== "caller" || !authentication.caller.scopes.includes("read")) return false;
  return secondsToWait(deps, req, checked) === 0;
}

interface Asked {
  req: IncomingMessage;
  res: ServerResponse;
  checked: Checked;
  startedAt: number;
}

const ofTheBody = new Set(["content-type", "content-length"]);

function answer(found: Kept, { req, res, checked, startedAt }: Asked): void {
  const { body, etag, route, owner } = found;
  const requestId = requestIdOf(req);
  const sentBefore = req.socket.bytesWritten;
  const unchanged = etag !== undefined && matchesETag(req.headers["if-none-match"], etag);
  const status = unchanged ? 304 : 200;
  const headers = headersFor(found, requestId);
  res.writeHead(status, unchanged ? withoutBody(headers) : headers);
  if (unchanged || req.method === "HEAD") res.end();
  else if (typeof body === "string") res.end(body, "latin1");
  else res.end(body);
  const { authentication } = checked;
  const { userId, applicationId } = authentication.kind === "caller" ? authentication.caller : {};
  reportServed(owner, {
    requestId,
    ...(userId !== undefined && applicationId !== undefined && { userId, applicationId }),
    ...{ method: req.method ?? "GET", route, status },
    durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
    bytes: req.socket.bytesWritten - sentBefore,
  });
}

/** The headers of the first time, but for those that belong to one request. */
function headersFor({ headers, requestIdAt, dateAt }: Kept, requestId: string): string[] {
  const own = headers.slice();
  if (requestIdAt >= 0) own[requestIdAt] = requestId;
  if (dateAt >= 0) own[dateAt] = new Date().toUTCString();
  return own;
}

const withoutBody = (headers: readonly string[]): string[] =>
  headers.filter((_, index) => !ofTheBody.has((headers[index - (index % 2)] ?? "").toLowerCase()));
