import { startRelay } from "@marketplace/events";
import { repeat } from "@marketplace/server";
import { startInEach } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";

const purgeEveryMs = 3_600_000;

interface Jobs {
  stop(): Promise<void>;
}

/** Starts the jobs of each database. Any number of replicas may run them. */
export const startJobs = async (deps: Deps): Promise<Jobs> => startInEach(deps, startJobsOf);

function startJobsOf({ db, outbox, notifications, purgeIdempotencyKeys, log }: Deps): Jobs {
  const beforePublish = db.replicated ? (users: readonly number[]) => db.recordWritesFor(users) : undefined;
  const relay = startRelay({ pool: db.pool, outbox, notifications, log, beforePublish });
  const purge = repeat(purgeIdempotencyKeys, { everyMs: purgeEveryMs, log });
  return {
    async stop() {
      await Promise.all([relay.stop(), purge.stop()]);
    },
  };
}
