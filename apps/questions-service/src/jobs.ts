import { startRelay } from "@marketplace/events";
import type { Deps } from "./deps.ts";

interface Jobs {
  stop(): Promise<void>;
}

/** Starts the outbox relay of each database. Any number of replicas may run them. */
export async function startJobs(deps: Deps): Promise<Jobs> {
  const relay = startRelayOf(deps);
  const ofSites = deps.sites?.startJobs(startRelayOf);
  return {
    async stop() {
      await Promise.all([relay.stop(), ofSites?.stop()]);
    },
  };
}

function startRelayOf({ db, outbox, notifications, log }: Deps): Jobs {
  const beforePublish = db.replicated ? (users: readonly number[]) => db.recordWritesFor(users) : undefined;
  return startRelay({ pool: db.pool, outbox, notifications, log, beforePublish });
}
