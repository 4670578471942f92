import { repeat } from "@marketplace/server";
import type { Deps } from "./deps.ts";

const hour = 3_600_000;

/** Starts the gateway's work in the background: notifications are delivered; every hour, what has expired is deleted. Safe on any number of replicas. */
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
