import { startRelay } from "@marketplace/events";
import { openEarly, sweep } from "@marketplace/object-store";
import { repeat } from "@marketplace/server";
import { startInEach } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { removeUnused } from "./messages/attachments/unused-attachments.job.ts";
import { cancelUnpaid, completeCancellations } from "./orders/cancellations.service.ts";
import { returnAbandoned } from "./orders/purchases.service.ts";
import { createRealWaits } from "./orders/real-waits.service.ts";
import { returnRemainingUnits } from "./orders/returned-stock.service.ts";
import { createMissingShipments } from "./orders/shipments.service.ts";
import { fillSnapshots } from "./orders/snapshots.service.ts";

/** How often each job looks for work, in milliseconds. */
const every = {
  purchases: 30_000,
  shipments: 15_000,
  cancellations: 15_000,
  unpaid: 60_000,
  snapshots: 10_000,
  attachments: 300_000,
  purge: 3_600_000,
} as const;

interface Jobs {
  stop(): Promise<void>;
}

/** Starts the jobs of each database. Any number of replicas may run them. */
export async function startJobs(deps: Deps): Promise<Jobs> {
  openEarly(deps.store, deps.log);
  return startInEach(deps, startJobsOf);
}

function startJobsOf(deps: Deps): Jobs {
  const { db, outbox, notifications, log, systemClock } = deps;
  const [unshipped, canceling] = [createRealWaits(systemClock), createRealWaits(systemClock)];
  const relay = startRelay({ pool: db.pool, outbox, notifications, log });
  const jobs = [
    repeat((signal) => returnAbandoned(deps, signal), { everyMs: every.purchases, log }),
    repeat((signal) => createMissingShipments(deps, signal, unshipped), { everyMs: every.shipments, log }),
    repeat((signal) => removeUnused(deps, signal), { everyMs: every.attachments, log }),
    repeat((signal) => sweep(deps, signal), { everyMs: deps.sweepIntervalMs, log }),
    repeat((signal) => completeCancellations(deps, signal, canceling), { everyMs: every.cancellations, log }),
    repeat((signal) => returnRemainingUnits(deps, signal), { everyMs: every.cancellations, log }),
    repeat((signal) => cancelUnpaid(deps, signal), { everyMs: every.unpaid, log }),
    repeat(() => fillSnapshots(deps), { everyMs: every.snapshots, log }),
    repeat(() => deps.purgeIdempotencyKeys(), { everyMs: every.purge, log }),
  ];
  return {
    async stop() {
      await Promise.all([relay.stop(), ...jobs.map((job) => job.stop())]);
    },
  };
}
