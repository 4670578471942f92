import { repeat } from "@marketplace/server";
import type { Deps } from "./deps.ts";

const hour = 3_600_000;

/**
 * Starts background work: deliveries, and an hourly purge of what has expired. Safe on any number of
 * replicas.
 */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const worker = await deps.notifications.start();
  const purge = repeat(() => deps.purge(), { everyMs: hour, log: deps.log });
  return {
    async stop() {
      await worker.stop();
      await purge.stop();
    },
  };
}
