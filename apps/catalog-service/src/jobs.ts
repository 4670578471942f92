import { repeat } from "@marketplace/server";
import type { Deps } from "./deps.ts";
import { dueTrainings, loadModels } from "./discovery/training.service.ts";
import { relist } from "./items/reindexing.job.ts";

const closingsEveryMs = 5_000;
const purgeEveryMs = 3_600_000;
const trainingEveryMs = 60_000;
const relistingEveryMs = 60_000;

/**
 * Starts the background work: messages about closed items that did not get through, old Idempotency-Keys, training where
 * enough new titles have come, and listings of a release before. Resolves once the present models are loaded.
 */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  await loadModels(deps);
  const { log } = deps;
  const jobs = [
    repeat((signal) => deps.closings.sendAll(signal), { everyMs: closingsEveryMs, log }),
    repeat(() => deps.purge(), { everyMs: purgeEveryMs, log }),
    repeat(dueTrainings(deps), { everyMs: trainingEveryMs, log }),
    repeat((signal) => relist(deps.db, signal), { everyMs: relistingEveryMs, log }),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
