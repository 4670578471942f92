import { flexContract, routerOf, rpcEndpoint } from "@marketplace/contracts";
import { bareApp, failure, health, mount, unknownRoute } from "@marketplace/conventions";
import type { Express } from "express";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";
import { flexRpc } from "./rpc.ts";

/** The service, in the order in which a request meets its parts. */
export function createApp(deps: Deps): Express {
  const { conventions } = deps;
  const app = bareApp();
  app.use(health({ database: deps.databaseReady }));
  app.use("/rpc", rpcEndpoint(routerOf(flexContract, flexRpc(deps)), deps.internalSecret));
  app.use(mount(resources, deps, conventions));
  app.use(unknownRoute(conventions));
  app.use(failure(conventions));
  return app;
}
