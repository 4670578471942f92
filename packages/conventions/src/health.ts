import { Router } from "express";

/** Asks a dependency whether it can work; rejects when it cannot. */
export type ReadinessCheck = () => Promise<unknown>;

/** `/livez`: the process answers. `/readyz`: so do its dependencies, each within a second; 503 names those that do not. */
export function health(checks: Readonly<Record<string, ReadinessCheck>>): Router {
  const router = Router();
  router.get("/livez", (_req, res) => {
    res.json({ status: "ok" });
  });
  router.get("/readyz", async (_req, res) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const),
    );
    const ready = results.every(([, ok]) => ok);
    const states = results.map(([name, ok]) => [name, ok ? "ok" : "unavailable"] as const);
    res.status(ready ? 200 : 503).set(ready ? {} : { "Retry-After": "1" });
    res.json({ status: ready ? "ok" : "unavailable", checks: Object.fromEntries(states) });
  });
  return router;
}

async function passes(check: ReadinessCheck): Promise<boolean> {
  const deadline = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => deadline.resolve(false), 1_000);
  const attempt = check().then(
    () => true,
    () => false,
  );
  return Promise.race([attempt, deadline.promise]).finally(() => clearTimeout(timer));
}
