import { failed, type Span, serverSpan } from "@marketplace/telemetry";
import type { RequestHandler } from "express";
import type { Conventions } from "../declare/conventions.ts";
import { assertionHeader } from "./assertion.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";

/** The log line of an answered request: never the query string, a header or a body. */
export interface Served {
  requestId: string;
  userId?: number;
  applicationId?: number;
  method: string;
  /** The path template, or `unknown`. */
  route: string;
  status: number;
  durationMs: number;
  /** Bytes sent, headers included. */
  bytes: number;
  traceId?: string;
}

/** The header with the path template from a service to the gateway, which does not have the declarations. */
export const routeHeader = "x-marketplace-route";

/** The logged status of a request whose client left before the answer; nginx uses the same. */
const clientLeft = 499;

/**
 * The first middleware of a service: a log line, a measurement and a span for every request. When the gateway
 * and a service share a process, the request counts once, for the service.
 */
export function requests(conventions: Conventions): RequestHandler {
  return (req, res, next) => {
    const exchange = exchangeOf(req, res, { jsonp: conventions.jsonp ?? true });
    const known = exchange.owner !== undefined;
    exchange.owner = conventions;
    if (known) return next();
    const { tracer } = conventions.telemetry ?? {};
    if (!tracer) {
      report(exchange, conventions, undefined);
      return next();
    }
    const { span, run } = serverSpan(tracer, req.method, req.headers);
    report(exchange, conventions, span);
    run(next);
  };
}

/** Records the path template for the log line and the metrics, and for those of the gateway. */
export function atRoute(exchange: Exchange, template: string): void {
  exchange.route = template;
  if (exchange.req.headers[assertionHeader] !== undefined) exchange.res.setHeader(routeHeader, template);
}

/** Writes the log line and the metrics of an answered request. */
export function reportServed({ telemetry, log }: Conventions, served: Served, quiet = false): void {
  const { method, route, status, durationMs } = served;
  telemetry?.metrics.answered({ method, route, status, seconds: durationMs / 1_000 });
  if (quiet) log.debug(served, "served");
  else log.info(served, "served");
}

/** Reports an exchange once its response or its connection has closed. */
function report(exchange: Exchange, entry: Conventions, span: Span | undefined): void {
  const { req, res } = exchange;
  const { socket } = req;
  const sentBefore = socket.bytesWritten;
  entry.telemetry?.metrics.requestBegan();
  res.once("close", () => {
    entry.telemetry?.metrics.requestEnded();
    const { owner = entry, route = "unknown", caller } = exchange;
    const status = res.headersSent ? (exchange.status ?? res.statusCode) : clientLeft;
    const milliseconds = performance.now() - exchange.startedAt;
    const served: Served = {
      requestId: exchange.requestId,
      ...(caller && { userId: caller.userId, applicationId: caller.applicationId }),
      method: req.method,
      route,
      status,
      durationMs: Math.round(milliseconds * 100) / 100,
      bytes: socket.bytesWritten - sentBefore,
      ...(span && { traceId: span.spanContext().traceId }),
    };
    reportServed(owner, served, exchange.quiet);
    if (span) endSpan(span, served);
  });
}

function endSpan(span: Span, { method, route, status, requestId, userId, applicationId }: Served): void {
  span.updateName(`${method} ${route}`).setAttributes({
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    "marketplace.request_id": requestId,
    ...(userId !== undefined && { "user.id": userId, "marketplace.application_id": applicationId }),
  });
  if (status >= 500) failed(span, String(status));
  span.end();
}
