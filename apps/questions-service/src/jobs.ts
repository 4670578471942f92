import { startRelay } from "@marketplace/events";
import type { Deps } from "./deps.ts";

/** Starts the outbox relay. Any number of replicas may run it. */
export async function startJobs({
  db,
  outbox,
  notifications,
  log,
}: Deps): Promise<{ stop(): Promise<void> }> {
  const beforePublish = db.replicated ? (users: readonly number[]) => db.recordWritesFor(users) : undefined;
  return startRelay({ pool: db.pool, outbox, notifications, log, beforePublish });
}
