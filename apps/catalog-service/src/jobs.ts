import { repeat } from "@marketplace/conventions";
import type { Deps } from "./deps.ts";
import { dueTrainings, loadModels } from "./discovery/training.service.ts";

const closingsEveryMs = 5_000;
const purgeEveryMs = 3_600_000;
const trainingEveryMs = 60_000;

/**
 * Starts the background work: messages about closed items that did not get through, old Idempotency-Keys, and training
 * where enough new titles have come. Resolves once the present models are loaded.
 */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  await loadModels(deps);
  const { log } = deps;
  const jobs = [
    repeat((signal) => deps.closings.sendAll(signal), { everyMs: closingsEveryMs, log }),
    repeat(() => deps.purge(), { everyMs: purgeEveryMs, log }),
    repeat(dueTrainings(deps), { everyMs: trainingEveryMs, log }),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
