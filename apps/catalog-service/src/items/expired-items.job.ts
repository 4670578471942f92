import type { Deps } from "../deps.ts";
import { stateExpired } from "./item-status.rules.ts";

const batchSize = 100;

type ExpiryDeps = Pick<Deps, "db" | "items" | "closings" | "clock">;

/** Closes the items whose stop_time has passed, as their sellers would. Replicas share the work by locks. */
export async function closeExpired(deps: ExpiryDeps, signal?: AbortSignal): Promise<number> {
  let closed = 0;
  while (!signal?.aborted) {
    const found = await closeBatch(deps);
    closed += found;
    if (found < batchSize) break;
  }
  return closed;
}

const closeBatch = ({ db, items, closings, clock }: ExpiryDeps): Promise<number> =>
  db.transaction(async () => {
    const now = clock.now();
    const expired = await items.lockExpired(now, batchSize);
    for (const item of expired) {
      await closings.record(item.id);
      await items.update({ ...item, ...stateExpired(item), lastUpdated: now });
    }
    return expired.length;
  });
