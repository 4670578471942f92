import {
  begin,
  common,
  type Exchange,
  json,
  problemReply,
  type Reply,
  respond,
} from "@marketplace/conventions";
import { type Request, type RequestHandler, Router } from "express";
import { isDraining } from "./draining.ts";

/** Asks a dependency whether it can work; rejects when it cannot. */
export type ReadinessCheck = () => Promise<unknown>;

/**
 * `/livez`: the process answers. `/readyz`: so do its dependencies, each within a second, and it is not about to stop; 503
 * says what is missing.
 */
export function health(checks: Readonly<Record<string, ReadinessCheck>>): RequestHandler {
  const router = Router();
  serve(router, "/livez", async () => json({ status: "ok" }));
  serve(router, "/readyz", (req) => (isDraining(req) ? stopping() : readiness(checks)));
  // A router looks at every route of its own for every request: only probes are led to it.
  return (req, res, next) => (probes.test(req.path) ? router(req, res, next) : next());
}

const probes = /^\/(?:livez|readyz)(?:\/|$)/i;

function serve(router: Router, path: string, answer: (req: Request) => Promise<Reply> | Reply): void {
  const handler: RequestHandler = async (req, res) => {
    await respond(quietly(begin(req, res, { jsonp: false }), path), await answer(req));
  };
  // Express answers HEAD by the GET handler.
  router.get(path, handler);
  router.all(path, async (req, res) => {
    const headers = { Allow: "GET, HEAD" };
    const problem = common.method_not_allowed({ method: req.method }, { headers });
    await respond(quietly(begin(req, res, { jsonp: false }), path), problemReply(problem));
  });
}

/** Probes come every few seconds: they are measured, but not worth a line each. */
const quietly = (exchange: Exchange, route: string): Exchange =>
  Object.assign(exchange, { route, quiet: true });

/** Load balancers shall send new requests elsewhere. */
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
  const timer = setTimeout(() => deadline.resolve(false), 1_000);
  // From within a then, so that a check that throws at once counts as one that rejects.
  const attempt = Promise.resolve()
    .then(check)
    .then(
      () => true,
      () => false,
    );
  return Promise.race([attempt, deadline.promise]).finally(() => clearTimeout(timer));
}
