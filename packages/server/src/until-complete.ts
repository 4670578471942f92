import { setTimeout as delay } from "node:timers/promises";
import {
  bareApp,
  begin,
  common,
  json,
  oauthErrorFields,
  type Problem,
  problemReply,
  type Reply,
  respond,
} from "@marketplace/conventions";
import type { Request, Response } from "express";
import type { Logger } from "./log.ts";
import { serve } from "./serve.ts";

/** What a process waits for before it starts its work. */
export interface Prerequisite {
  /** Describes for the log what is missing; `undefined` once nothing is. */
  missing(): Promise<string | undefined>;
  host: string;
  port: number;
  log: Logger;
  /** Milliseconds between two checks; 1000 by default. */
  everyMs?: number;
}

/**
 * Resolves once nothing is missing. Until then the process is live but not ready, and answers 503 to every
 * request. The log says what is missing whenever that changes.
 */
export async function untilComplete({
  missing,
  host,
  port,
  log,
  everyMs = 1_000,
}: Prerequisite): Promise<void> {
  let reason = await missing();
  if (reason === undefined) return;
  const listening = await serve(waitingApp(), { host, port });
  for (let logged: string | undefined; reason !== undefined; reason = await missing()) {
    if (reason !== logged) log.warn({ reason }, "not ready: waiting");
    logged = reason;
    await delay(everyMs);
  }
  log.info({}, "nothing is missing any more: starting");
  await listening.close();
}

function waitingApp() {
  const app = bareApp();
  const answer = (reply: () => Reply) => (req: Request, res: Response) =>
    respond(begin(req, res, { jsonp: false }), reply());
  app.use(
    "/oauth",
    answer(() => problemReply(notYet(), oauthErrorFields)),
  );
  app.get(
    "/livez",
    answer(() => json({ status: "ok" })),
  );
  app.use(answer(() => problemReply(notYet())));
  return app;
}

function notYet(): Problem {
  const message = "the database is not up to date yet";
  return common.service_unavailable({ cause: [{ code: "starting", message, references: [] }] });
}
