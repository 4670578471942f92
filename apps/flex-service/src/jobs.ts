import { startRelay } from "@marketplace/events";
import { firstPlace, repeat } from "@marketplace/server";
import { startInEach } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { takeDueSteps } from "./shipments/life.service.ts";
import type { StepPlace } from "./shipments/shipments.repo.ts";
import { tellUntold } from "./shipments/tell-orders.service.ts";

/** How often each job looks for work, in milliseconds. */
const every = { steps: 5_000, untold: 30_000, purge: 3_600_000 } as const;

interface Jobs {
  stop(): Promise<void>;
}

/** Starts the jobs of each database. Any number of replicas may run them. */
export const startJobs = async (deps: Deps): Promise<Jobs> => startInEach(deps, startJobsOf);

function startJobsOf(deps: Deps): Jobs {
  const { db, outbox, notifications, log } = deps;
  const relay = startRelay({ pool: db.pool, outbox, notifications, log });
  const steps = firstPlace<StepPlace>();
  const jobs = [
    repeat((signal) => takeDueSteps(deps, signal, steps), { everyMs: every.steps, log }),
    repeat((signal) => tellUntold(deps, signal), { everyMs: every.untold, log }),
    repeat(() => deps.purgeIdempotencyKeys(), { everyMs: every.purge, log }),
  ];
  return {
    async stop() {
      await Promise.all([relay.stop(), ...jobs.map((job) => job.stop())]);
    },
  };
}
