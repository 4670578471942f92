import { timingSafeEqual } from "node:crypto";
import { type Caller, inRequestScope } from "@marketplace/conventions";
import { type AnyRouter, initTRPC, TRPCError } from "@trpc/server";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { Request, RequestHandler } from "express";
import type { Contract, Implementation } from "./contract.ts";

/** Headers of a call between services. */
export const rpcHeaders = {
  secret: "x-marketplace-rpc",
  requestId: "x-request-id",
  caller: "x-marketplace-rpc-caller",
} as const;

/** The tRPC code of a service that cannot do its work for now. */
export const outageCode = "SERVICE_UNAVAILABLE";

const t = initTRPC.create();

/** Builds the tRPC router of a contract over an implementation; inputs and outputs are checked against the contract. */
export function routerOf<C extends Contract>(contract: C, implementation: Implementation<C>): AnyRouter {
  const procedures = Object.entries(contract).map(([name, { kind, input, output }]) => {
    const procedure = t.procedure.input(input).output(output);
    const call = implementation[name as keyof C];
    // Input and output types meet again in Implementation<C>; here they are only zod schemas.
    const resolve = ({ input: value }: { input: unknown }) => call(value as never).catch(tellOutage);
    return [name, kind === "query" ? procedure.query(resolve) : procedure.mutation(resolve)] as const;
  });
  return t.router(Object.fromEntries(procedures));
}

/** What the service itself needs is down: its callers are to know that from a fault, which tRPC would make of it. */
function tellOutage(error: unknown): never {
  const outage = error instanceof Error && "unavailable" in error && error.unavailable === true;
  throw outage ? new TRPCError({ code: outageCode, cause: error }) : error;
}

/** Serves a router to the other services; strangers, who do not know the shared secret, get 403. */
export function rpcEndpoint(router: AnyRouter, secret: string): RequestHandler {
  const handle = createExpressMiddleware({ router, maxBatchSize: 100 });
  return (req, res, next) => {
    if (!knows(req, secret)) {
      res.status(403).json({ message: "Access Denied", error: "forbidden", status: 403, cause: [] });
      return;
    }
    const requestId = req.header(rpcHeaders.requestId) ?? "";
    return inRequestScope({ requestId, caller: callerOf(req) }, () => handle(req, res, next));
  };
}

function knows(req: Request, secret: string): boolean {
  const given = Buffer.from(req.header(rpcHeaders.secret) ?? "");
  const wanted = Buffer.from(secret);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The secret proves that a service wrote this header. */
function callerOf(req: Request): Caller | undefined {
  const header = req.header(rpcHeaders.caller);
  return header === undefined ? undefined : (JSON.parse(header) as Caller);
}
