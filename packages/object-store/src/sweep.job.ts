import type { Logger } from "@marketplace/server";
import type { ObjectStore } from "./object-store.ts";
import type { UnownedObjectsRepo } from "./unowned-objects.repo.ts";

const batchSize = 50;
/** Longer than the removal of a batch takes. A slower removal is repeated, which is harmless. */
const claimMs = 300_000;
const retryAfterMs = 60_000;

interface SweepDeps {
  unowned: UnownedObjectsRepo;
  store: ObjectStore;
  log: Logger;
}

/**
 * Removes due objects that no row owns: those of crashed and refused uploads, and deleted files.
 * Replicas share the work by claims. No transaction is open while the store works, so a slow store holds no
 * connection. A failed removal is tried again later. Gives the number of removed objects.
 */
export async function sweep(deps: SweepDeps, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  while (!signal?.aborted) {
    const batch = await sweepBatch(deps);
    removed += batch.removed;
    if (batch.found < batchSize) break;
  }
  return removed;
}

async function sweepBatch({ unowned, store, log }: SweepDeps): Promise<{ found: number; removed: number }> {
  const keys = await unowned.claimDue(batchSize, claimMs);
  const outcomes = await Promise.allSettled(keys.map((key) => store.delete(key)));
  const gone = keys.filter((_, index) => outcomes[index]?.status === "fulfilled");
  const left = keys.filter((_, index) => outcomes[index]?.status === "rejected");
  if (gone.length > 0) await unowned.forget(gone);
  if (left.length > 0) {
    const failure = outcomes.find((outcome) => outcome.status === "rejected");
    log.warn({ err: failure?.reason, objects: left.length }, "objects could not be removed from the store");
    await unowned.postpone(left, retryAfterMs);
  }
  return { found: keys.length, removed: gone.length };
}
