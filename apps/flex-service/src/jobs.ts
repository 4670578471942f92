import { repeat } from "@marketplace/server";
import type { Deps } from "./deps.ts";

const hour = 3_600_000;

/**
 * Hands events over to the gateway and deletes, every hour, what has expired; safe on any number of replicas.
 */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const relay = deps.startRelay();
  const purge = repeat(() => deps.purge(), { everyMs: hour, log: deps.log });
  return {
    async stop() {
      await Promise.all([relay.stop(), purge.stop()]);
    },
  };
}
