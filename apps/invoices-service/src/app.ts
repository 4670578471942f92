import type { RequestListener } from "node:http";
import { type ClockRpc, internalApp, invoicesContract, routerWithClock } from "@marketplace/contracts";
import { bareApp, failure, mount, requests, unknownRoute } from "@marketplace/conventions";
import { health, metricsEndpoint } from "@marketplace/server";
import type { Express } from "express";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";
import { invoicesRpc } from "./rpc.ts";

/** The app of invoices-service, in the order in which a request passes it. */
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

/** The app that other services call, on a port of its own. */
export function createInternalApp(deps: Deps, clock?: ClockRpc): RequestListener {
  const { telemetry } = deps;
  const router = routerWithClock(invoicesContract, invoicesRpc(deps), { clock, telemetry });
  const { internalSecret: secret, conventions } = deps;
  return internalApp({ router, secret, conventions, checks: checksOf(deps) });
}

/** What the service needs in order to work. */
const checksOf = (deps: Deps) => ({
  database: () => deps.db.pool.query("SELECT 1"),
  object_store: () => deps.store.ready(),
});
