import type { Deps } from "../deps.ts";

const batchSize = 50;
const retryAfterMs = 60_000;

/**
 * Removes the objects that nobody owns and that are due: what crashed or refused uploads left, and deleted files. Replicas
 * share the work through row locks; a removal that fails is tried again later. Answers how many objects went.
 */
export async function sweep(deps: Deps): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await sweepBatch(deps);
    removed += batch.removed;
    if (batch.found < batchSize) return removed;
  }
}

function sweepBatch({ transaction, unowned, store, clock, log }: Deps) {
  return transaction(async () => {
    const keys = await unowned.lockDue(clock.now(), batchSize);
    const outcomes = await Promise.allSettled(keys.map((key) => store.delete(key)));
    const gone = keys.filter((_, index) => outcomes[index]?.status === "fulfilled");
    const left = keys.filter((_, index) => outcomes[index]?.status === "rejected");
    if (gone.length > 0) await unowned.forget(gone);
    if (left.length > 0) {
      const failure = outcomes.find((outcome) => outcome.status === "rejected");
      log.warn({ err: failure?.reason, objects: left.length }, "objects could not be removed from the store");
      await unowned.reschedule(left, new Date(clock.now().getTime() + retryAfterMs));
    }
    return { found: keys.length, removed: gone.length };
  });
}
