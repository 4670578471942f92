import { repeat, within } from "@marketplace/server";
import type { Deps } from "../deps.ts";

/** Searches look for changes themselves; this keeps what they have to catch up with short. */
const lookEveryMs = 250;
const saveEveryMs = 300_000;
const cleanUpEveryMs = 600_000;
/** A process that was stopped for longer rebuilds its index. */
const changesKeptSeconds = 86_400;

/** The start waits so long for an index on a server: other processes may build it. */
const serverWaitMs = 2_000;

type Following = Pick<Deps, "follower" | "searchServer" | "searchStartWaitMs" | "log"> & {
  itemChanges: Pick<Deps["itemChanges"], "cleanUp">;
};

/**
 * Builds the search index if there is none, follows the changes of items, and saves it now and then. Waits
 * for the build for a while: what is not served yet gets no searches that it could not answer.
 */
export async function followItems(deps: Following): Promise<{ stop(): Promise<void> }> {
  const { follower, itemChanges, searchServer, searchStartWaitMs, log } = deps;
  let told = false;
  const look = quietly(async () => {
    await follower.reload();
    await follower.catchUp();
    const sites = searchServer?.outdated() ?? [];
    if (sites.length > 0 && !told)
      log.warn({ sites }, "the search index has an outdated design: run `marketplace search reindex`");
    told = sites.length > 0;
  }, log);
  await within(searchServer ? serverWaitMs : searchStartWaitMs, look());
  const jobs = [
    repeat(look, { everyMs: lookEveryMs, log }),
    repeat(() => follower.save(), { everyMs: saveEveryMs, log }),
    repeat((signal) => itemChanges.cleanUp(changesKeptSeconds, signal), { everyMs: cleanUpEveryMs, log }),
  ];
  return {
    async stop() {
      follower.stop();
      await Promise.all(jobs.map((job) => job.stop()));
      await follower.save();
    },
  };
}

/** Builds the search index and saves it, for processes that begin with this data; not that of a server. */
export async function saveSearchIndex({
  follower,
  searchServer,
}: Pick<Deps, "follower" | "searchServer">): Promise<void> {
  if (searchServer) return;
  await follower.catchUp();
  await follower.save();
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
