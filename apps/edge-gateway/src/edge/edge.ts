import {
  attachAuthentication,
  common,
  type Exchange,
  exchangeOf,
  recordClientAddress,
} from "@marketplace/conventions";
import type { Request, RequestHandler } from "express";
import type { Deps } from "../deps.ts";
import { storeMarked } from "../response-cache/store-marked.ts";
import { anonymousReader, type Checked, noToken } from "../tokens/token-check.service.ts";
import { clientBehind } from "./client-address.ts";
import { accessTokenOf } from "./credentials.ts";
import { secondsToWait } from "./limit.ts";
import { type ServiceName, serviceOf } from "./route-table.ts";
import type { Upstream } from "./upstream.ts";

export type Upstreams = Readonly<Record<Exclude<ServiceName, "gateway">, Upstream>>;

/**
 * Routes each request to the service that owns its path, with its authentication. The service decides whether
 * the route exists, takes the method and needs a token (decisions 1.3). Requests for the gateway itself and
 * for unknown paths go on to the next middleware.
 */
export function edge(deps: Deps, upstreams: Upstreams): RequestHandler {
  return async (req, res, next) => {
    const exchange = exchangeOf(req, res, { jsonp: deps.conventions.jsonp ?? true });
    const service = serviceOf(exchange.pathname);
    if (service === undefined) return next();
    recordClientAddress(req, clientBehind(req, deps.trustedProxies));
    const checked = await identify(deps, req, exchange.query);
    const wait = isTokenRequest(exchange) ? 0 : secondsToWait(deps, req, checked);
    // Awaiting a number would cost every request a turn.
    const seconds = typeof wait === "number" ? wait : await wait;
    if (seconds > 0) throw common.too_many_requests({ headers: { "Retry-After": String(seconds) } });
    const { authentication } = checked;
    if (authentication.kind === "caller") exchange.caller = authentication.caller;
    const recorded = deps.operatorWrites.record(exchange);
    if (recorded) await recorded;
    storeMarked(deps, exchange, service);
    if (service !== "gateway") return upstreams[service].handle({ exchange, authentication, next });
    attachAuthentication(req, authentication);
    next();
  };
}

/** `admitTokenRequest` counts these, once the client is known. */
const isTokenRequest = ({ req, pathname }: Exchange): boolean =>
  req.method === "POST" && (pathname === "/oauth/token" || pathname === "/oauth/token/");

/** OPTIONS is public: its token is not checked. */
function identify(
  { tokenCheck, anonymousReads }: Deps,
  req: Request,
  query: URLSearchParams,
): Checked | Promise<Checked> {
  const token = req.method === "OPTIONS" ? undefined : accessTokenOf(req, query);
  if (token !== undefined) return tokenCheck.check(token);
  return anonymousReads ? anonymousReader : noToken;
}
