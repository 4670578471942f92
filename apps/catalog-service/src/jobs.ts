import { startRelay } from "@marketplace/events";
import { openEarly, sweep } from "@marketplace/object-store";
import { createSerial, firstPlace, repeat } from "@marketplace/server";
import { startInEach } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { dueTrainings } from "./discovery/training.service.ts";
import { followItems } from "./item-index/item-index.job.ts";
import { closeExpired } from "./items/expired-items.job.ts";
import type { ItemEnd } from "./items/items.repo.ts";
import { removeUnusedPictures } from "./pictures/unused-pictures.job.ts";
import { checksOfDomains } from "./tree/item-domains.job.ts";
import { purgeVisits } from "./visits/visits.service.ts";

const closingsEveryMs = 5_000;
const expiryEveryMs = 60_000;
const visitsEveryMs = 1_000;
const unusedEveryMs = 300_000;
const purgeEveryMs = 3_600_000;
const trainingEveryMs = 60_000;
const domainsEveryMs = 600_000;

/**
 * Starts the background jobs of each database: the outbox relay, unsent messages about closed items, items
 * whose time is over, what is old (Idempotency-Keys, visits, pictures that no item shows, files without a
 * picture), training of sites with many new titles, domains of items, and the search index. Those of visits,
 * which wait in memory, are one for all.
 */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { log, visitCounter } = deps;
  openEarly(deps.store, log);
  const inTurn = createSerial();
  const ready: Promise<unknown>[] = [];
  const ofDatabases = startInEach(deps, (of) => {
    const jobs = startJobsOf(of, inTurn);
    ready.push(jobs.ready);
    return jobs;
  });
  const visits = repeat((signal) => visitCounter.flush(signal), { everyMs: visitsEveryMs, log });
  await Promise.all(ready);
  return {
    async stop() {
      await Promise.all([ofDatabases.stop(), visits.stop()]);
      await visitCounter.flush().catch((error: unknown) => {
        log.warn({ err: error }, "the last visits of items were not counted");
      });
    },
  };
}

/** Trainings are made one after the other, in whichever database: each takes a processor. */
function startJobsOf(deps: Deps, trainingInTurn: ReturnType<typeof createSerial>) {
  const { log, db, outbox, clients } = deps;
  const beforePublish = db.replicated ? (users: readonly number[]) => db.recordWritesFor(users) : undefined;
  const train = dueTrainings(deps);
  const checkDomains = checksOfDomains(deps);
  const expiry = firstPlace<ItemEnd>();
  const domains = repeat((signal) => checkDomains(signal), { everyMs: domainsEveryMs, log });
  deps.itemDomains.onLeft(() => domains.wake());
  const jobs = [
    startRelay({ pool: db.pool, outbox, notifications: clients.notifications, log, beforePublish }),
    repeat((signal) => deps.closings.sendAll(signal), { everyMs: closingsEveryMs, log }),
    repeat((signal) => closeExpired(deps, signal, expiry), { everyMs: expiryEveryMs, log }),
    repeat(() => deps.purge(), { everyMs: purgeEveryMs, log }),
    repeat((signal) => removeUnusedPictures(deps, signal), { everyMs: unusedEveryMs, log }),
    repeat((signal) => sweep(deps, signal), { everyMs: deps.sweepIntervalMs, log }),
    repeat(() => purgeVisits(deps), { everyMs: purgeEveryMs, log }),
    repeat((signal) => trainingInTurn(() => train(signal)), { everyMs: trainingEveryMs, log }),
    domains,
  ];
  const following = followItems(deps);
  return {
    ready: following,
    async stop() {
      // Ends a build that the start still waits for.
      deps.follower.stop();
      await Promise.all([...jobs.map((job) => job.stop()), following.then((job) => job.stop())]);
    },
  };
}
