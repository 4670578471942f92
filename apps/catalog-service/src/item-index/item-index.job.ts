import { repeat } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import { within } from "./turns.service.ts";

/** Searches look for changes themselves; this keeps what they have to catch up with short. */
const lookEveryMs = 250;
const saveEveryMs = 300_000;
const cleanUpEveryMs = 600_000;
/** A process that was stopped for longer builds its index anew. */
const changesKeptSeconds = 86_400;

/** The start waits so long for the index: a small one is there for the first request. */
const buildPatienceMs = 2_000;

/** Builds the search index if there is none, follows the changes of items, and saves it now and then. */
export async function followItems({ follower, itemChanges, log }: Deps): Promise<{ stop(): Promise<void> }> {
  const look = quietly(follower.catchUp, log);
  await within(buildPatienceMs, look());
  const jobs = [
    repeat(look, { everyMs: lookEveryMs, log }),
    repeat(() => follower.save(), { everyMs: saveEveryMs, log }),
    repeat((signal) => itemChanges.cleanUp(changesKeptSeconds, signal), { everyMs: cleanUpEveryMs, log }),
  ];
  return {
    async stop() {
      follower.stop();
      await Promise.all(jobs.map((job) => job.stop()));
      await follower.save().catch((err: unknown) => log.warn({ err }, "the search index could not be saved"));
    },
  };
}

/** Says once that work fails, and once that it goes on: it runs four times a second. */
function quietly(work: () => Promise<void>, log: Deps["log"]): () => Promise<void> {
  let failing = false;
  return () =>
    work().then(
      () => {
        if (failing) log.info("the search index follows the items again");
        failing = false;
      },
      (err: unknown) => {
        if (!failing) log.warn({ err }, "the search index cannot follow the items at present");
        failing = true;
      },
    );
}
