import type { Logger } from "@marketplace/server";
import type { ObjectStore } from "./object-store.ts";
import type { Removal, UnownedObjectsRepo } from "./unowned-objects.repo.ts";

const batchSize = 50;
/** Longer than the removal of a batch takes. A slower removal is repeated, which is harmless. */
const claimMs = 300_000;
const retryAfterMs = 60_000;

interface SweepDeps {
  unowned: UnownedObjectsRepo;
  store: ObjectStore;
  log: Logger;
  /** Milliseconds from an object's first removal, once that has succeeded, to the second. */
  sweepGraceMs: number;
}

/**
 * Removes due objects that no row owns: those of crashed and refused uploads, and deleted files. Each is
 * removed twice, the grace period apart: a store that was slow may still store an upload that the service
 * gave up. Replicas share the work by claims. No transaction is open while the store works, so a slow store
 * holds no connection. A failed removal is tried again later. Gives the number of objects that were removed
 * for the first time.
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

async function sweepBatch(deps: SweepDeps): Promise<{ found: number; removed: number }> {
  const { unowned, store, log, sweepGraceMs } = deps;
  const claims = await unowned.claimDue(batchSize, claimMs);
  const outcomes = await Promise.allSettled(claims.map(({ key }) => store.delete(key)));
  const gone = claims.filter((_, index) => outcomes[index]?.status === "fulfilled");
  const left = claims.filter((_, index) => outcomes[index]?.status === "rejected");
  const last = gone.filter(({ isLast }) => isLast);
  const first = gone.filter(({ isLast }) => !isLast);
  if (last.length > 0) await unowned.forget(keysOf(last));
  if (first.length > 0) await unowned.noteRemoved(keysOf(first), sweepGraceMs);
  if (left.length > 0) {
    const failure = outcomes.find((outcome) => outcome.status === "rejected");
    log.warn({ err: failure?.reason, objects: left.length }, "objects could not be removed from the store");
    await unowned.postpone(keysOf(left), retryAfterMs);
  }
  return { found: claims.length, removed: first.length };
}

const keysOf = (removals: readonly Removal[]): string[] => removals.map(({ key }) => key);
