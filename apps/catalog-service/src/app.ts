import type { RequestListener } from "node:http";
import { catalogContract, internalApp, routerOf } from "@marketplace/contracts";
import { bareApp, failure, mount, requests, unknownRoute } from "@marketplace/conventions";
import { health, metricsEndpoint } from "@marketplace/server";
import type { Express } from "express";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";
import { catalogRpc } from "./rpc.ts";

/** The service, in the order in which a request meets it. */
export function createApp(deps: Deps): Express {
  const { conventions } = deps;
  const app = bareApp();
  app.use(requests(conventions));
  app.use(health(checksOf(deps)));
  app.use(metricsEndpoint(deps.telemetry));
  app.use(mount(resources, deps, conventions));
  app.use(unknownRoute(conventions));
  app.use(failure(conventions));
  return app;
}

/** The contract for other services, on a port of its own. */
export function createInternalApp(deps: Deps): RequestListener {
  const router = routerOf(catalogContract, catalogRpc(deps), deps.telemetry);
  const { internalSecret: secret, conventions } = deps;
  return internalApp({ router, secret, conventions, checks: checksOf(deps) });
}

const checksOf = ({ db, follower }: Deps) => ({
  database: () => db.pool.query("SELECT 1"),
  // A replica that begins gets no requests until it can search.
  search_index: async () => follower.assertReady(),
});
