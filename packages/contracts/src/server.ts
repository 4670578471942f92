import { timingSafeEqual } from "node:crypto";
import { exchangeOf, isTemporary, isUnavailable } from "@marketplace/conventions";
import type { Logger } from "@marketplace/server";
import type { Telemetry } from "@marketplace/telemetry";
import { type AnyRouter, initTRPC, TRPCError } from "@trpc/server";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { Request, RequestHandler } from "express";
import type { Contract, Implementation } from "./contract.ts";
import { observedCall } from "./observed.ts";
import { asPartOf, type Origins, originsOf, rpcHeaders } from "./origin.ts";

/** The tRPC code of a service that cannot do its work for now. */
export const outageCode = "SERVICE_UNAVAILABLE";

/** Set for batches over HTTP; a call within the process keeps its caller's context. */
interface Context {
  origins?: Origins;
}

/** What a procedure is beside its shape. */
interface Meta {
  waits?: boolean | undefined;
}

const t = initTRPC.context<Context>().meta<Meta>().create();

/** Builds the tRPC router of a contract over an implementation; checks inputs and outputs. */
export function routerOf<C extends Contract>(
  contract: C,
  implementation: Implementation<C>,
  telemetry?: Telemetry,
): AnyRouter {
  const procedures = Object.entries(contract).map(([name, { kind, input, output, waits }]) => {
    const procedure = t.procedure.meta({ waits }).input(input).output(output);
    const call = serving(name, implementation[name as keyof C], telemetry);
    // Input and output types meet again in Implementation<C>; here they are only zod schemas.
    const resolve = ({ input: value, ctx, batchIndex = 0 }: Resolving) =>
      asPartOf(ctx.origins?.(batchIndex) ?? {}, () => call(value as never)).catch(tellOutage);
    return [name, kind === "query" ? procedure.query(resolve) : procedure.mutation(resolve)] as const;
  });
  return t.router(Object.fromEntries(procedures));
}

/** A call as the service that is asked measures it, whichever way it came. */
export const serving =
  <Input, Output>(procedure: string, call: (input: Input) => Promise<Output>, telemetry?: Telemetry) =>
  (input: Input): Promise<Output> =>
    observedCall(telemetry, { side: "server", procedure, isOutage: isUnavailable }, () => call(input));

interface Resolving {
  input: unknown;
  ctx: Context;
  batchIndex?: number | undefined;
}

/** Tells callers that a later call may succeed, by a code of its own instead of tRPC's internal error. */
function tellOutage(error: unknown): never {
  throw isTemporary(error) ? new TRPCError({ code: outageCode, cause: error }) : error;
}

/** Serves a router to the other services; a caller without the shared secret gets 403. */
export function rpcEndpoint(router: AnyRouter, secret: string, log?: Logger): RequestHandler {
  const handle = createExpressMiddleware({
    router,
    maxBatchSize: 100,
    createContext: ({ req }): Context => ({ origins: originsOf(req) }),
    onError: ({ error, path, req }) =>
      tell(log, { error, path, requestId: String(req.headers[rpcHeaders.requestId] ?? "") }),
  });
  const waiting = longPollsOf(router);
  return (req, res, next) => {
    const exchange = exchangeOf(req, res);
    exchange.route = "/rpc";
    if (!knows(req, secret)) {
      res.status(403).json({ message: "Access Denied", error: "forbidden", status: 403, cause: [] });
      return;
    }
    // Long polls are measured but not logged: there are too many.
    if (batchOf(req).every((name) => waiting.has(name))) exchange.quiet = true;
    exchange.caller = originsOf(req)(0).scope?.caller;
    handle(req, res, next);
  };
}

function longPollsOf(router: AnyRouter): Set<string> {
  // Procedures are the router's own record of the declarations above.
  const procedures = Object.entries<{ _def: { meta?: Meta } }>(router._def.procedures);
  return new Set(procedures.filter(([, { _def }]) => _def.meta?.waits).map(([name]) => name));
}

/** The names of the procedures that travel together. */
const batchOf = (req: Request): string[] => req.path.slice(1).split(",");

function knows(req: Request, secret: string): boolean {
  const given = Buffer.from(req.header(rpcHeaders.secret) ?? "");
  const wanted = Buffer.from(secret);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Logs a failure here, where its stack is; callers learn only that there was one. */
function tell(log: Logger | undefined, { error, path, requestId }: Failure): void {
  const details = { err: error.cause ?? error, procedure: path, requestId };
  if (error.code === outageCode) log?.warn(details, "a call met a dependency that is unavailable");
  else if (error.code === "INTERNAL_SERVER_ERROR") log?.error(details, "a call failed");
}

interface Failure {
  error: TRPCError;
  path: string | undefined;
  requestId: string;
}
