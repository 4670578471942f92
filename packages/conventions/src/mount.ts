import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import { common } from "./declare/common-problems.ts";
import type { Conventions } from "./declare/conventions.ts";
import type { Method, Operation, Resource } from "./declare/declare.ts";
import type { OncePerKey } from "./declare/idempotency-store.ts";
import { describeResource } from "./describe/options.ts";
import { authorize } from "./request/authorize.ts";
import { usableCallback } from "./request/callback.ts";
import type { Exchange } from "./request/exchange.ts";
import { readInput } from "./request/input.ts";
import { atRoute } from "./request/request-log.ts";
import { inRequestScope } from "./request/request-scope.ts";
import { type Match, matchRoute, type Route, routeTable } from "./request/routes.ts";
import { begin } from "./respond/begin.ts";
import { checkListed, checkResponse, operationProblem, problemOf, problemReply } from "./respond/failure.ts";
import { runOnce } from "./respond/idempotency.ts";
import { markForSurrogate } from "./respond/mark-surrogate.ts";
import { json, type Reply, replyOf } from "./respond/reply.ts";
import { respond } from "./respond/respond.ts";

/** An Express application with nothing of Express's own behaviour that the conventions define otherwise. */
export function bareApp(): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  return app;
}

/** Serves the resources: the order below is the order in which a request is looked at (decisions 1.3). */
export function mount<Deps>(
  resources: readonly Resource<Deps>[],
  deps: Deps,
  conventions: Conventions,
): RequestHandler {
  const routes = routeTable(resources);
  return async (req, res, next) => {
    const exchange = begin(req, res, conventions);
    const match = matchRoute(routes, exchange.pathname);
    if (!match) return next();
    atRoute(exchange, match.route.template);
    await serve(exchange, { match, deps, conventions });
  };
}

interface Handling<Deps> {
  match: Match<Deps>;
  deps: Deps;
  conventions: Conventions;
}

async function serve<Deps>(exchange: Exchange, { match, deps, conventions }: Handling<Deps>): Promise<void> {
  const { route, raw } = match;
  let operation: Operation<Deps> | undefined;
  try {
    if (exchange.req.method === "OPTIONS") return await respond(exchange, describe(route));
    operation = operationFor(route, exchange.req.method);
    checkCallback(exchange);
    const caller = authorize(operation, conventions.authenticate(exchange.req));
    exchange.caller = caller;
    if (operation.file && usableCallback(exchange)) throw common.not_acceptable();
    const input = await readInput(operation, { exchange, raw, deps });
    if (mayWrite(operation)) await conventions.disk?.assertRoom();
    const { requestId, req, res } = exchange;
    const run = operation;
    const handled = async (oncePerKey: OncePerKey) => {
      const ifMatch = req.headers["if-match"];
      // The kit's types guarantee the handler's input; they are erased where operations of all types meet.
      const given = {
        ...input,
        ...oncePerKey,
        caller: caller as never,
        requestId,
        ifMatch,
        http: { req, res },
      };
      return replyOf(await inRequestScope({ requestId, caller }, () => run.handle(given, deps)), run);
    };
    const attempt = { operation, exchange, caller, body: input.body };
    const { idempotency, writing = plainly } = conventions;
    const once = () => runOnce(idempotency, attempt, handled);
    const reply = await (operation.method === "GET" ? once() : writing(caller?.userId, once));
    if (conventions.checks) checkResponse(operation, reply);
    const cacheable = operation.method === "GET";
    markForSurrogate(operation, exchange, reply.status);
    await respond(exchange, reply, { mask: operation.mask, cacheable });
  } catch (error) {
    const problem = operationProblem(operation, problemOf(error, { exchange, log: conventions.log }));
    const answer =
      conventions.checks && operation ? checkListed(operation, problem, conventions.log) : problem;
    await respond(exchange, problemReply(answer, route.resource.errorFields));
  }
}

/** Where the token may be in the form, the handler looks for it before it asks for space. */
const mayWrite = <Deps>({ method, access, formTokenScope }: Operation<Deps>): boolean =>
  method !== "GET" && access !== "read" && formTokenScope === undefined;

const plainly = <T>(_callerId: number | undefined, work: () => Promise<T>): Promise<T> => work();

function describe<Deps>(route: Route<Deps>): Reply {
  return json(describeResource(route.resource), { headers: { Allow: route.allow } });
}

/** HEAD is GET without a body; anything undeclared is 405 with `Allow`. */
function operationFor<Deps>(route: Route<Deps>, method: string): Operation<Deps> {
  // A Map lookup with a word that is no Method simply finds nothing.
  const operation = route.operations.get((method === "HEAD" ? "GET" : method) as Method);
  if (operation) return operation;
  throw common.method_not_allowed({ method }, { headers: { Allow: route.allow } });
}

function checkCallback(exchange: Exchange): void {
  if (exchange.callback === undefined || usableCallback(exchange) !== undefined) return;
  const message = "callback must be a JavaScript name of at most 128 letters, digits, _, $ and dots";
  throw common.bad_request(
    { message },
    { cause: [{ code: "invalid_value", message, references: ["query.callback"] }] },
  );
}

/**
 * The last middleware of a service: what no resource declares is 404, before any token is looked at. `errorFields` are
 * those of the resources around it, as in their declarations.
 */
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

/** The error middleware of a service: for what fails outside of a resource. */
export function failure(conventions: Conventions) {
  return async (error: unknown, req: Request, res: Response, _next: NextFunction): Promise<void> => {
    const exchange = begin(req, res, conventions);
    await respond(exchange, problemReply(problemOf(error, { exchange, log: conventions.log })));
  };
}
