import { type RequestHandler, Router } from "express";
import { begin } from "./begin.ts";
import { common } from "./common-problems.ts";
import { problemReply } from "./failure.ts";
import { json, type Reply } from "./reply.ts";
import { respond } from "./respond.ts";

/** Asks a dependency whether it can work; rejects when it cannot. */
export type ReadinessCheck = () => Promise<unknown>;

/** `/livez`: the process answers. `/readyz`: so do its dependencies, each within a second; 503 names those that do not. */
export function health(checks: Readonly<Record<string, ReadinessCheck>>): Router {
  const router = Router();
  serve(router, "/livez", async () => json({ status: "ok" }));
  serve(router, "/readyz", () => readiness(checks));
  return router;
}

function serve(router: Router, path: string, answer: () => Promise<Reply>): void {
  const handler: RequestHandler = async (req, res) => {
    await respond(begin(req, res, { jsonp: false }), await answer());
  };
  // Express answers HEAD by the GET handler.
  router.get(path, handler);
  router.all(path, async (req, res) => {
    const headers = { Allow: "GET, HEAD" };
    const problem = common.method_not_allowed({ method: req.method }, { headers });
    await respond(begin(req, res, { jsonp: false }), problemReply(problem));
  });
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
