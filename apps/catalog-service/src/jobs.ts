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
  const stopping = new AbortController();
  const trainDue = dueTrainings(deps);
  const jobs = [
    repeat(deps, closingsEveryMs, () => deps.closings.sendAll(stopping.signal)),
    repeat(deps, purgeEveryMs, () => deps.purge()),
    repeat(deps, trainingEveryMs, () => trainDue(stopping.signal)),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(jobs.map((stop) => stop()));
    },
  };
}

/** Runs work at intervals, never twice at once; answers how to stop it. */
function repeat({ log }: Deps, everyMs: number, work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, "background work failed and will be tried again");
    } finally {
      running = undefined;
    }
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
