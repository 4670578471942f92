import { startRelay } from "@marketplace/events";
import { repeat } from "@marketplace/server";
import type { Deps } from "./deps.ts";
import { returnAbandoned } from "./orders/purchases.service.ts";
import { createMissingShipments } from "./orders/shipments.service.ts";

/** How often each job looks for work, in milliseconds. */
const every = { purchases: 30_000, shipments: 15_000, purge: 3_600_000 } as const;

/** Starts the jobs. Any number of replicas may run them. */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { db, outbox, notifications, log } = deps;
  const relay = startRelay({ pool: db.pool, outbox, notifications, log });
  const jobs = [
    repeat(() => returnAbandoned(deps), { everyMs: every.purchases, log }),
    repeat(() => createMissingShipments(deps), { everyMs: every.shipments, log }),
    repeat(() => deps.purgeIdempotencyKeys(), { everyMs: every.purge, log }),
  ];
  return {
    async stop() {
      await Promise.all([relay.stop(), ...jobs.map((job) => job.stop())]);
    },
  };
}
