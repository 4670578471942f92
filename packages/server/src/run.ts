import type { RequestListener } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "./log.ts";
import { serve } from "./serve.ts";
import { readLimits, type ServerLimits } from "./server-limits.ts";
import { onStop } from "./stop-signals.ts";

/** A service as a process of its own. */
export interface Process {
  app: RequestListener;
  host: string;
  port: number;
  /** Serves the calls of other services on an address that clients do not reach. */
  internal?: { app: RequestListener; host: string; port: number };
  log: Logger;
  /** How long it still serves after the signal to stop, while `/readyz` answers 503; in milliseconds. */
  shutdownDelayMs?: number;
  /** Timeouts and limits of the sockets; from the environment when absent. */
  limits?: ServerLimits;
  /** Stops background work, then closes what was opened; runs once no request is left. */
  stop: () => Promise<void>;
}

/** How long idle connections are kept at the end, because a request may be on its way. */
export const lingerMs = 1_000;

/**
 * Serves until SIGINT or SIGTERM. Then `/readyz` answers 503 at once. After the delay the process accepts
 * nothing more, finishes accepted requests, stops background work and ends.
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
  const shutdown = async (signal = "disconnect") => {
    if (stopping) return;
    stopping = true;
    log.info({ signal, shutdownDelayMs }, "stopping");
    for (const listener of listeners) listener.announceEnd();
    await delay(shutdownDelayMs);
    await Promise.all(listeners.map((listener) => listener.close({ lingerMs })));
    await stop();
    process.exit(0);
  };
  onStop((signal) => void shutdown(signal));
}
