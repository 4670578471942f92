import { gatewayContract, routerOf, rpcEndpoint } from "@marketplace/contracts";
import { bareApp, failure, health, mount, requests, unknownRoute } from "@marketplace/conventions";
import type { Express } from "express";
import type { Deps } from "./deps.ts";
import { edge, type Upstreams } from "./edge/edge.ts";
import { encodedPath } from "./edge/encoded-path.ts";
import { oauthErrorFields } from "./oauth/oauth.problems.ts";
import { resources } from "./resources.ts";
import { gatewayRpc } from "./rpc.ts";

/** The edge and the gateway's own resources, in the order in which a request meets them. */
export function createApp(deps: Deps, upstreams: Upstreams): Express {
  const { conventions } = deps;
  const app = bareApp();
  app.use(encodedPath);
  app.use(requests(conventions));
  app.use(health({ database: deps.databaseReady }));
  const router = routerOf(gatewayContract, gatewayRpc(deps), deps.telemetry);
  app.use("/rpc", rpcEndpoint(router, deps.internalSecret, deps.log));
  app.use(edge(deps, upstreams));
  app.use(mount(resources, deps, conventions));
  app.use("/oauth", unknownRoute(conventions, oauthErrorFields));
  app.use(unknownRoute(conventions));
  app.use(failure(conventions));
  return app;
}
