import { flexContract, routerOf, rpcEndpoint } from "@marketplace/contracts";
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
import { flexRpc } from "./rpc.ts";

/** The service, in the order in which a request meets its parts. */
export function createApp(deps: Deps): Express {
  const { conventions } = deps;
  const app = bareApp();
  app.use(requests(conventions));
  app.use(health({ database: deps.databaseReady }));
  app.use(metricsEndpoint(deps.telemetry));
  const router = routerOf(flexContract, flexRpc(deps), deps.telemetry);
  app.use("/rpc", rpcEndpoint(router, deps.internalSecret, deps.log));
  app.use(mount(resources, deps, conventions));
  app.use(unknownRoute(conventions));
  app.use(failure(conventions));
  return app;
}
