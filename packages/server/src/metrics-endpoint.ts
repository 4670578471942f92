import {
  bareApp,
  begin,
  bytes,
  type Conventions,
  failure,
  respond,
  unknownRoute,
} from "@marketplace/conventions";
import type { Telemetry } from "@marketplace/telemetry";
import { type RequestHandler, Router } from "express";
import type { Logger } from "./log.ts";
import { type Listening, serve } from "./serve.ts";

/**
 * `/metrics` in the text format of Prometheus, for operators. It is served on ports that clients do not reach
 * and is not described in OpenAPI. Passes every request on when metrics are off.
 */
export function metricsEndpoint({ exposition }: Pick<Telemetry, "exposition">): RequestHandler {
  if (!exposition) return (_req, _res, next) => next();
  const router = Router();
  router.get("/metrics", async (req, res) => {
    const exchange = Object.assign(begin(req, res, { jsonp: false }), { route: "/metrics", quiet: true });
    const { contentType, text } = await exposition();
    await respond(exchange, bytes(Buffer.from(text), contentType));
  });
  return (req, res, next) => (scrapes.test(req.path) ? router(req, res, next) : next());
}

const scrapes = /^\/metrics(?:\/|$)/i;

export interface MetricsAddress {
  metricsHost: string;
  metricsPort?: number | undefined;
}

/** Serves `/metrics` on a port of its own, when one is set; rejects when the port is taken. */
export async function serveMetrics(
  telemetry: Pick<Telemetry, "exposition">,
  log: Logger,
  { metricsHost: host, metricsPort: port }: MetricsAddress,
): Promise<Listening | undefined> {
  if (port === undefined) return undefined;
  const conventions: Conventions = { log, authenticate: () => ({ kind: "none" }) };
  const app = bareApp().use(metricsEndpoint(telemetry), unknownRoute(conventions), failure(conventions));
  return serve(app, { host, port });
}
