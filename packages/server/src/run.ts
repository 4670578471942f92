import type { RequestListener } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "./log.ts";
import { serve } from "./serve.ts";
import { readLimits, type ServerLimits } from "./server-limits.ts";

/** A service as a process of its own. */
export interface Process {
  app: RequestListener;
  host: string;
  port: number;
  /** What other services call. It has an address of its own, which clients do not reach. */
  internal?: { app: RequestListener; host: string; port: number };
  log: Logger;
  /** How long it goes on serving after the signal to stop, already not ready; in milliseconds. */
  shutdownDelayMs?: number;
  /** Timeouts and limits at the socket; those of the environment when absent. */
  limits?: ServerLimits;
  /** Stops background work, then closes what was opened; runs once no request is left. */
  stop: () => Promise<void>;
}

/** How long idle connections are kept after the last request was accepted: one may have a request on its way. */
export const lingerMs = 1_000;

/**
 * Serves until SIGINT or SIGTERM. Then `/readyz` answers 503 at once; after the delay nothing more is accepted, accepted
 * requests finish, background work stops, and the process ends.
 */
export async function runProcess(parts: Process): Promise<void> {
  const { app, host, port, internal, log, stop } = parts;
  const { shutdownDelayMs = 0, limits = readLimits(process.env) } = parts;
  const listening = await serve(app, { host, port, limits });
  const listeners = [listening];
  if (internal)
    listeners.push(await serve(internal.app, { host: internal.host, port: internal.port, limits }));
  log.info({ host, port: listening.port, internalPort: listeners[1]?.port }, "listening");
  let stopping = false;
  const shutdown = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal, shutdownDelayMs }, "stopping");
    for (const listener of listeners) listener.announceEnd();
    await delay(shutdownDelayMs);
    await Promise.all(listeners.map((listener) => listener.close({ lingerMs })));
    await stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void shutdown(signal));
  // Whoever started this process with a channel to it is gone.
  process.once("disconnect", () => void shutdown("disconnect"));
}
