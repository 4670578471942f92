import { repeat } from "@marketplace/server";
import type { Deps } from "./deps.ts";

const hour = 3_600_000;

/** Starts the outbox relay and the hourly purge of expired rows. Any number of replicas may run them. */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const relay = deps.startRelay();
  const purge = repeat(() => deps.purge(), { everyMs: hour, log: deps.log });
  return {
    async stop() {
      await Promise.all([relay.stop(), purge.stop()]);
    },
  };
}
