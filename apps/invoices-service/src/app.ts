import type { RequestListener } from "node:http";
import { internalApp, invoicesContract, routerWithTestControls } from "@marketplace/contracts";
import { bareApp, failure, mount, requests, unknownRoute } from "@marketplace/conventions";
import { health, metricsEndpoint, type TestControls } from "@marketplace/server";
import type { Express } from "express";
import type { Deps } from "./deps.ts";
import { dueWorkOf } from "./due.service.ts";
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
export function createInternalApp(deps: Deps, controls?: TestControls): RequestListener {
  const parts = { controls, due: dueWorkOf(deps), telemetry: deps.telemetry };
  const router = routerWithTestControls(invoicesContract, invoicesRpc(deps), parts);
  const { internalSecret: secret, conventions } = deps;
  return internalApp({ router, secret, conventions, checks: checksOf(deps) });
}

/** What the service needs in order to work. */
const checksOf = (deps: Deps) => ({
  database: deps.db.answers,
  object_store: () => deps.store.ready(),
});
