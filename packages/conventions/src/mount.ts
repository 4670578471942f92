import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import { common } from "./declare/common-problems.ts";
import type { Conventions } from "./declare/conventions.ts";
import type { Resource } from "./declare/declare.ts";
import { answer, type Sites } from "./pipeline.ts";
import { atRoute } from "./request/request-log.ts";
import { matchRoute, routeTable } from "./request/routes.ts";
import { begin } from "./respond/begin.ts";
import { problemOf, problemReply } from "./respond/failure.ts";
import { respond } from "./respond/respond.ts";

/** An Express application without the behavior of Express that the conventions define themselves. */
export function bareApp(): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  return app;
}

/**
 * Serves the resources; what no resource declares goes on to the next middleware. With `sites`, the handler
 * gets the dependencies of the operation's site.
 */
export function mount<Deps>(
  resources: readonly Resource<Deps>[],
  deps: Deps,
  conventions: Conventions,
  sites?: Sites<Deps>,
): RequestHandler {
  const routes = routeTable(resources);
  return async (req, res, next) => {
    const exchange = begin(req, res, conventions);
    const match = matchRoute(routes, exchange.pathname);
    if (!match) return next();
    atRoute(exchange, match.route.template);
    await answer({ ...match, exchange, deps, conventions, sites });
  };
}

/** The last middleware of a service: 404 without a look at the token, with the `errorFields` given. */
export function unknownRoute(
  conventions: Conventions,
  errorFields?: Resource<unknown>["errorFields"],
): RequestHandler {
  return async (req, res) => {
    const exchange = begin(req, res, conventions);
    const problem = common.route_not_found({ method: req.method, path: exchange.pathname });
    await respond(exchange, problemReply(problem, errorFields));
  };
}

/** The error middleware of a service, with the `errorFields` given: for errors outside of the resources. */
export function failure(conventions: Conventions, errorFields?: Resource<unknown>["errorFields"]) {
  return async (error: unknown, req: Request, res: Response, _next: NextFunction): Promise<void> => {
    const exchange = begin(req, res, conventions);
    await respond(exchange, problemReply(problemOf(error, { exchange, log: conventions.log }), errorFields));
  };
}
