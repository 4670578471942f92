import type { RequestListener } from "node:http";
import { bareApp, type Conventions, failure, requests, unknownRoute } from "@marketplace/conventions";
import { health, type ReadinessCheck } from "@marketplace/server";
import type { AnyRouter } from "@trpc/server";
import { rpcEndpoint } from "./server.ts";

interface Serving {
  router: AnyRouter;
  /** The secret all services of one deployment share. */
  secret: string;
  conventions: Conventions;
  /** What the service needs in order to work, as on its other port. */
  checks: Readonly<Record<string, ReadinessCheck>>;
}

/** The app for the other services, on a port of its own that no client reaches. */
export function internalApp({ router, secret, conventions, checks }: Serving): RequestListener {
  return bareApp()
    .use(requests(conventions))
    .use(health(checks))
    .use("/rpc", rpcEndpoint(router, secret, conventions.log))
    .use(unknownRoute(conventions))
    .use(failure(conventions));
}
