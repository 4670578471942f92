import { startRelay } from "@marketplace/events";
import { repeat } from "@marketplace/server";
import type { Deps } from "./deps.ts";

const hour = 3_600_000;

/** Starts the outbox relay and the hourly purge of expired rows. Any number of replicas may run them. */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { db, outbox, notifications, log } = deps;
  const relay = startRelay({ pool: db.pool, outbox, notifications, log });
  const purge = repeat(() => deps.purgeIdempotencyKeys(), { everyMs: hour, log });
  return {
    async stop() {
      await Promise.all([relay.stop(), purge.stop()]);
    },
  };
}
