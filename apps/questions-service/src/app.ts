import type { RequestListener } from "node:http";
import { type ClockRpc, internalApp, questionsContract, routerWithClock } from "@marketplace/contracts";
import { bareApp, failure, mount, requests, unknownRoute } from "@marketplace/conventions";
import { health, metricsEndpoint } from "@marketplace/server";
import type { Express } from "express";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";
import { questionsRpc } from "./rpc.ts";

/** The HTTP application. Middlewares run in this order. */
export function createApp(deps: Deps): Express {
  const app = bareApp();
  app.use(requests(deps.conventions));
  app.use(health(checksOf(deps)));
  app.use(metricsEndpoint(deps.telemetry));
  app.use(mount(resources, deps, deps.conventions, deps.sites));
  app.use(unknownRoute(deps.conventions));
  app.use(failure(deps.conventions));
  return app;
}

/** The calls of the other services, on a port of their own; `clock` moves the clock of a sandbox. */
export function createInternalApp(deps: Deps, clock?: ClockRpc): RequestListener {
  const { telemetry } = deps;
  const router = routerWithClock(questionsContract, questionsRpc(deps), { clock, telemetry });
  const { internalSecret: secret, conventions } = deps;
  return internalApp({ router, secret, conventions, checks: checksOf(deps) });
}

/** The checks of `/readyz`. */
const checksOf = (deps: Deps) => ({ database: () => deps.db.pool.query("SELECT 1") });
