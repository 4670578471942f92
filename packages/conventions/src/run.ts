import type { RequestListener } from "node:http";
import type { Logger } from "./log.ts";
import { serve } from "./serve.ts";

/** A service as a process of its own. */
export interface Process {
  app: RequestListener;
  host: string;
  port: number;
  log: Logger;
  /** Stops background work, then closes what was opened; runs once no request is left. */
  stop: () => Promise<void>;
}

/** Serves until SIGINT or SIGTERM, then lets accepted requests finish, stops and ends the process. */
export async function runProcess({ app, host, port, log, stop }: Process): Promise<void> {
  const listening = await serve(app, { host, port });
  log.info({ host, port: listening.port }, "listening");
  let stopping = false;
  const shutdown = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    await listening.close();
    await stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void shutdown(signal));
  // Whoever started this process with a channel to it is gone.
  process.once("disconnect", () => void shutdown("disconnect"));
}
