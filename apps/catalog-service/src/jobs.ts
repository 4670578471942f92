import { startRelay } from "@marketplace/events";
import { sweep } from "@marketplace/object-store";
import { repeat } from "@marketplace/server";
import type { Deps } from "./deps.ts";
import { dueTrainings } from "./discovery/training.service.ts";
import { followItems } from "./item-index/item-index.job.ts";
import { closeExpired } from "./items/expired-items.job.ts";
import { removeUnusedPictures } from "./pictures/unused-pictures.job.ts";
import { purgeVisits } from "./visits/visits.service.ts";

const closingsEveryMs = 5_000;
const expiryEveryMs = 60_000;
const visitsEveryMs = 1_000;
const unusedEveryMs = 300_000;
const purgeEveryMs = 3_600_000;
const trainingEveryMs = 60_000;

/**
 * Starts the background jobs: the outbox relay, unsent messages about closed items, items whose time is over,
 * visits of items, what is old (Idempotency-Keys, visits, pictures that no item shows, files without a
 * picture), training of sites with many new titles, and the search index.
 */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { log, db, outbox, clients } = deps;
  const beforePublish = db.replicated ? (users: readonly number[]) => db.recordWritesFor(users) : undefined;
  // Opens a lazy store now: opening converts the files of an earlier release, which a backup waits for.
  deps.store.ready().catch((err: unknown) => log.warn({ err }, "the object store is not ready"));
  const jobs = [
    startRelay({ pool: db.pool, outbox, notifications: clients.notifications, log, beforePublish }),
    repeat((signal) => deps.closings.sendAll(signal), { everyMs: closingsEveryMs, log }),
    repeat((signal) => closeExpired(deps, signal), { everyMs: expiryEveryMs, log }),
    repeat(() => deps.visitCounter.flush(), { everyMs: visitsEveryMs, log }),
    repeat(() => deps.purge(), { everyMs: purgeEveryMs, log }),
    repeat((signal) => removeUnusedPictures(deps, signal), { everyMs: unusedEveryMs, log }),
    repeat((signal) => sweep(deps, signal), { everyMs: deps.sweepIntervalMs, log }),
    repeat(() => purgeVisits(deps), { everyMs: purgeEveryMs, log }),
    repeat(dueTrainings(deps), { everyMs: trainingEveryMs, log }),
    await followItems(deps),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
      await deps.visitCounter.flush().catch((error: unknown) => {
        log.warn({ err: error }, "the last visits of items were not counted");
      });
    },
  };
}
