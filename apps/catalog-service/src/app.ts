import { catalogContract, routerOf, rpcEndpoint } from "@marketplace/contracts";
import {
  bareApp,
  failure,
  health,
  metricsEndpoint,
  mount,
  requests,
  unknownRoute,
} from "@marketplace/conventions";
import type { Express } from "express";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";
import { catalogRpc } from "./rpc.ts";

/** The service, in the order in which a request meets it. */
export function createApp(deps: Deps): Express {
  const { conventions } = deps;
  const app = bareApp();
  app.use(requests(conventions));
  app.use(health({ database: () => deps.db.pool.query("SELECT 1") }));
  app.use(metricsEndpoint(deps.telemetry));
  const router = routerOf(catalogContract, catalogRpc(deps), deps.telemetry);
  app.use("/rpc", rpcEndpoint(router, deps.internalSecret, deps.log));
  app.use(mount(resources, deps, conventions));
  app.use(unknownRoute(conventions));
  app.use(failure(conventions));
  return app;
}
