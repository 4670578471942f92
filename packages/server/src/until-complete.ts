import { setTimeout as delay } from "node:timers/promises";
import { bareApp, begin, common, json, problemReply, type Reply, respond } from "@marketplace/conventions";
import type { Request, Response } from "express";
import type { Logger } from "./log.ts";
import { serve } from "./serve.ts";

/** What a process cannot start its work without. */
export interface Needed {
  /** In words for the log; `undefined` once nothing is missing. */
  missing(): Promise<string | undefined>;
  host: string;
  port: number;
  log: Logger;
  /** How often it is asked; a second by default. */
  everyMs?: number;
}

/**
 * Resolves once nothing is missing. Until then the process lives, is not ready, and answers 503 to everything; the log says
 * what is missing whenever that changes. SIGTERM and SIGINT end it.
 */
export async function untilComplete({ missing, host, port, log, everyMs = 1_000 }: Needed): Promise<void> {
  let reason = await missing();
  if (reason === undefined) return;
  const listening = await serve(waitingApp(), { host, port });
  const leave = () => process.exit(0);
  for (const signal of signals) process.once(signal, leave);
  for (let told: string | undefined; reason !== undefined; reason = await missing()) {
    if (reason !== told) log.warn({ reason }, "not ready: waiting");
    told = reason;
    await delay(everyMs);
  }
  log.info({}, "nothing is missing any more: starting");
  for (const signal of signals) process.off(signal, leave);
  await listening.close();
}

// The last is that whoever started this process with a channel to it is gone.
const signals = ["SIGINT", "SIGTERM", "disconnect"] as const;

function waitingApp() {
  const app = bareApp();
  app.use(async (req: Request, res: Response) => {
    const alive = req.path === "/livez";
    await respond(begin(req, res, { jsonp: false }), alive ? json({ status: "ok" }) : notYet());
  });
  return app;
}

function notYet(): Reply {
  const message = "the database is not up to date yet";
  return problemReply(common.service_unavailable({ cause: [{ code: "starting", message, references: [] }] }));
}
