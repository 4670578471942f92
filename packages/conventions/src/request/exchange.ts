import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Request, Response } from "express";
import type { Caller } from "../declare/caller.ts";
import type { Conventions } from "../declare/conventions.ts";
import type { SurrogateListener } from "../declare/surrogate.ts";

/** A request and its response, with what the conventions read of them. */
export interface Exchange {
  req: Request;
  res: Response;
  requestId: string;
  pathname: string;
  query: URLSearchParams;
  /** The query string as it was sent. */
  search: string;
  /** The JSONP function name as sent; `undefined` without one, with JSONP off, and unless it is a GET. */
  callback: string | undefined;
  startedAt: number;
  /** The conventions of the service that answers: the last one that received the request. */
  owner?: Conventions;
  route?: string;
  caller?: Caller;
  /** The real status of a JSONP answer, whose HTTP status is 200. */
  status?: number;
  surrogate?: SurrogateListener;
  /** Logged at debug level only: health checks and scrapes. */
  quiet?: boolean;
}

const requestIdForm = /^[\w.-]{1,128}$/;
/** Shared by all requests without a query; never modified. */
const noQuery = new URLSearchParams();
/** Stored on the request, because maps with an entry per request survive garbage collections (drain.ts). */
const exchangeKey = Symbol("exchange");
type Known = IncomingMessage & { [exchangeKey]?: Exchange };

/** The exchange of a request. The gateway and a service in its process share one. */
export function exchangeOf(
  req: Request & Known,
  res: Response,
  options: { jsonp: boolean } = { jsonp: true },
): Exchange {
  const present = req[exchangeKey];
  if (present) return present;
  const { pathname, search } = splitTarget(req.originalUrl ?? req.url);
  const query = search === "" ? noQuery : new URLSearchParams(search);
  const callback = options.jsonp && req.method === "GET" ? query.get("callback") || undefined : undefined;
  const exchange: Exchange = {
    req,
    res,
    requestId: requestIdOf(req),
    pathname,
    query,
    search,
    callback,
    startedAt: performance.now(),
  };
  req[exchangeKey] = exchange;
  return exchange;
}

/** The client's own id of a request when it is usable, else a new one (decisions 1.9). */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers["x-request-id"];
  return typeof given === "string" && requestIdForm.test(given) ? given : randomUUID();
}

/** The path and query of a request target, which may be absolute (`GET http://host/path`). `*` stays. */
export function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, "");
  return path === target || path.startsWith("/") ? path : `/${path}`;
}

function splitTarget(target: string): { pathname: string; search: string } {
  const relative = originForm(target);
  const mark = relative.indexOf("?");
  if (mark < 0) return { pathname: relative || "/", search: "" };
  return { pathname: relative.slice(0, mark) || "/", search: relative.slice(mark + 1) };
}
