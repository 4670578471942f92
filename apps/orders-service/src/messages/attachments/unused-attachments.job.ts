import type { Deps } from "../../deps.ts";

const batchSize = 50;

/** Removes files that no message has used for 48 hours and gives their objects to the sweep. */
export async function removeUnused(
  {
    attachments,
    unowned,
    transaction,
    clock,
  }: Pick<Deps, "attachments" | "unowned" | "transaction" | "clock">,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!signal?.aborted) {
    const keys = await transaction(async () => {
      const found = await attachments.removeUnused(clock.now(), batchSize);
      // Their grace period is over: nobody reads them any more.
      if (found.length > 0) await unowned.disown(found, 0);
      return found;
    });
    removed += keys.length;
    if (keys.length < batchSize) break;
  }
  return removed;
}
