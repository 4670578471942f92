import type { RequestListener } from "node:http";
import { catalogContract, internalApp, routerWithTestControls } from "@marketplace/contracts";
import { bareApp, failure, mount, requests, unknownRoute } from "@marketplace/conventions";
import { health, metricsEndpoint, type TestControls } from "@marketplace/server";
import type { Express } from "express";
import type { Deps } from "./deps.ts";
import { dueWorkOf } from "./due.service.ts";
import { resources } from "./resources.ts";
import { catalogRpc } from "./rpc.ts";

/** The service, in the order in which a request meets it. */
export function createApp(deps: Deps): Express {
  const { conventions } = deps;
  const app = bareApp();
  app.use(requests(conventions));
  app.use(health(publicChecksOf(deps)));
  app.use(metricsEndpoint(deps.telemetry));
  app.use(mount(resources, deps, conventions, deps.sites));
  app.use(unknownRoute(conventions));
  app.use(failure(conventions));
  return app;
}

/** The contract for other services, on a port of its own. */
export function createInternalApp(deps: Deps, controls?: TestControls): RequestListener {
  const parts = { controls, due: dueWorkOf(deps), telemetry: deps.telemetry };
  const router = routerWithTestControls(catalogContract, catalogRpc(deps), parts);
  const { internalSecret: secret, conventions } = deps;
  return internalApp({ router, secret, conventions, checks: checksOf(deps) });
}

const checksOf = ({ db }: Deps) => ({ database: db.answers });

/**
 * A replica that begins gets no requests of clients until it can search. A search server is the same for all
 * replicas: without it none would be ready, and all but searches goes on.
 */
const publicChecksOf = (deps: Deps) => ({
  ...checksOf(deps),
  ...(!deps.searchServer && { search_index: async () => assertSearches(deps) }),
});

/** A site whose database is away keeps nobody from searching the others. */
function assertSearches({ follower, sites }: Deps): void {
  follower.assertReady();
  for (const { follower: ofSite } of sites?.opened().values() ?? [])
    if (!ofSite.state().failing) ofSite.assertReady();
}
