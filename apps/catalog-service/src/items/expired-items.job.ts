import type { Deps } from "../deps.ts";
import { stateExpired } from "./item-status.rules.ts";

const batchSize = 100;
/** Where so many items cannot be closed none can, it seems: the run ends, as each costs a transaction. */
const mostFailures = 10;

type ExpiryDeps = Pick<Deps, "db" | "items" | "closings" | "clock" | "log">;

/**
 * Closes the items whose stop_time has passed, as their sellers would. Replicas share the work by locks. An
 * item that cannot be closed waits for the next run, and its batch is done without it; after some of them
 * the run ends.
 */
export async function closeExpired(deps: ExpiryDeps, signal?: AbortSignal): Promise<number> {
  const failed: string[] = [];
  let closed = 0;
  while (!signal?.aborted && failed.length < mostFailures) {
    const batch = await closeBatch(deps, failed);
    closed += batch.closed;
    if (batch.isLast) break;
  }
  return closed;
}

/** Closes all items of a batch, or none and adds the id of the one that could not be closed to `failed`. */
async function closeBatch(
  { db, items, closings, clock, log }: ExpiryDeps,
  failed: string[],
): Promise<{ closed: number; isLast: boolean }> {
  let present: string | undefined;
  try {
    return await db.transaction(async () => {
      const now = clock.now();
      const expired = await items.lockExpired({ now, except: failed, limit: batchSize });
      for (const item of expired) {
        present = item.id;
        await closings.record(item.id);
        await items.update({ ...item, ...stateExpired(item), lastUpdated: now });
      }
      present = undefined;
      return { closed: expired.length, isLast: expired.length < batchSize };
    });
  } catch (err) {
    if (present === undefined) throw err;
    log.warn({ err, itemId: present }, "an item whose time is over is closed later");
    failed.push(present);
    return { closed: 0, isLast: false };
  }
}
