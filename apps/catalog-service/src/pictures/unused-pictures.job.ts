import type { Deps } from "../deps.ts";

const batchSize = 50;

/** Removes uploaded pictures that no item has shown for 48 hours and gives their objects to the sweep. */
export async function removeUnusedPictures(
  { db, pictures, unowned, clock }: Pick<Deps, "db" | "pictures" | "unowned" | "clock">,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!signal?.aborted) {
    const { found, keys } = await db.transaction(async () => {
      const batch = await pictures.removeUnused(clock.now(), batchSize);
      // Their grace period is over: no item can name them any more.
      if (batch.keys.length > 0) await unowned.disown(batch.keys, 0);
      return batch;
    });
    removed += keys.length;
    if (found < batchSize) break;
  }
  return removed;
}
