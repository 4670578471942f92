import { startRelay } from "@marketplace/events";
import { startInEach } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";

interface Jobs {
  stop(): Promise<void>;
}

/** Starts the outbox relay of each database. Any number of replicas may run them. */
export const startJobs = async (deps: Deps): Promise<Jobs> => startInEach(deps, startRelayOf);

function startRelayOf({ db, outbox, notifications, log }: Deps): Jobs {
  const beforePublish = db.replicated ? (users: readonly number[]) => db.recordWritesFor(users) : undefined;
  return startRelay({ pool: db.pool, outbox, notifications, log, beforePublish });
}
