import { begin, common, json, problemReply, type Reply, respond } from "@marketplace/conventions";
import type { Request, RequestHandler } from "express";
import { isDraining } from "./draining.ts";

/** Asks a dependency whether it can work; rejects when it cannot. */
export type ReadinessCheck = () => Promise<unknown>;

/** `/livez`: the process answers. `/readyz`: so do its dependencies within a second; not when it stops. */
export function health(checks: Readonly<Record<string, ReadinessCheck>>): RequestHandler {
  const probes: Readonly<Record<string, (req: Request) => Reply | Promise<Reply>>> = {
    "/livez": () => json({ status: "ok" }),
    "/readyz": (req) => (isDraining(req) ? stopping() : readiness(checks)),
  };
  return async (req, res, next) => {
    const path = /^(\/(?:livez|readyz))\/?$/i.exec(req.path)?.[1]?.toLowerCase() ?? "";
    const probe = probes[path];
    if (!probe) return next();
    // A probe comes every few seconds: it is measured, but not logged at `info`.
    const exchange = Object.assign(begin(req, res, { jsonp: false }), { route: path, quiet: true });
    const isRead = req.method === "GET" || req.method === "HEAD";
    await respond(exchange, isRead ? await probe(req) : methodNotAllowed(req));
  };
}

const methodNotAllowed = ({ method }: Request): Reply =>
  problemReply(common.method_not_allowed({ method }, { headers: { Allow: "GET, HEAD" } }));

/** Load balancers then send new requests elsewhere. */
function stopping(): Reply {
  const message = "the process is about to stop";
  return problemReply(common.service_unavailable({ cause: [{ code: "stopping", message, references: [] }] }));
}

async function readiness(checks: Readonly<Record<string, ReadinessCheck>>): Promise<Reply> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, ok: await passes(check) })),
  );
  const failing = results.filter(({ ok }) => !ok);
  const cause = failing.map(({ name }) => ({
    code: "unavailable",
    message: `${name} does not answer`,
    references: [name],
  }));
  if (cause.length > 0) return problemReply(common.service_unavailable({ cause }));
  return json({ status: "ok", checks: Object.fromEntries(results.map(({ name }) => [name, "ok"])) });
}

async function passes(check: ReadinessCheck): Promise<boolean> {
  const deadline = Promise.withResolvers<boolean>();
  // `setImmediate`: after a stall of this process, an answer that has arrived is read first.
  const timer = setTimeout(() => setImmediate(deadline.resolve, false), 1_000);
  // Within `then`, a check that throws synchronously counts as one that rejects.
  const attempt = Promise.resolve()
    .then(check)
    .then(
      () => true,
      () => false,
    );
  return Promise.race([attempt, deadline.promise]).finally(() => clearTimeout(timer));
}
