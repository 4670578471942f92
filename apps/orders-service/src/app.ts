import type { RequestListener } from "node:http";
import { internalApp, ordersContract, routerWithTestControls } from "@marketplace/contracts";
import { bareApp, failure, mount, requests, unknownRoute } from "@marketplace/conventions";
import { health, metricsEndpoint, type TestControls } from "@marketplace/server";
import type { Express } from "express";
import type { Deps } from "./deps.ts";
import { dueWorkOf } from "./due.service.ts";
import { resources } from "./resources.ts";
import { ordersRpc } from "./rpc.ts";

/** The HTTP application. Middlewares run in this order. */
export function createApp(deps: Deps): Express {
  const { conventions } = deps;
  const app = bareApp();
  app.use(requests(conventions));
  app.use(health(checksOf(deps)));
  app.use(metricsEndpoint(deps.telemetry));
  app.use(mount(resources, deps, conventions, deps.sites));
  app.use(unknownRoute(conventions));
  app.use(failure(conventions));
  return app;
}

/** The calls of the other services, on a port of their own. */
export function createInternalApp(deps: Deps, controls?: TestControls): RequestListener {
  const parts = { controls, due: dueWorkOf(deps), telemetry: deps.telemetry };
  const router = routerWithTestControls(ordersContract, ordersRpc(deps), parts);
  const { internalSecret: secret, conventions } = deps;
  return internalApp({ router, secret, conventions, checks: checksOf(deps) });
}

/** The checks of `/readyz`. Without its object store the service still sells; only attachments wait. */
const checksOf = (deps: Deps) => ({ database: deps.db.answers });
