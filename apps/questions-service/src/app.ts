import { questionsContract, routerOf, rpcEndpoint } from "@marketplace/contracts";
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
import { questionsRpc } from "./rpc.ts";

/** Questions-service, in the order in which a request meets it. */
export function createApp(deps: Deps): Express {
  const app = bareApp();
  app.use(requests(deps.conventions));
  app.use(health({ database: () => deps.db.pool.query("SELECT 1") }));
  app.use(metricsEndpoint(deps.telemetry));
  const router = routerOf(questionsContract, questionsRpc(deps), deps.telemetry);
  app.use("/rpc", rpcEndpoint(router, deps.internalSecret, deps.log));
  app.use(mount(resources, deps, deps.conventions));
  app.use(unknownRoute(deps.conventions));
  app.use(failure(deps.conventions));
  return app;
}
