import { isUnavailable } from "@marketplace/conventions";
import { countOutages, type DuePlace, firstPlace, type Outages, takeDueBatches } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import { stateExpired } from "./item-status.rules.ts";
import type { ItemEnd } from "./items.repo.ts";
import type { Item } from "./items.schema.ts";

/** Each item is a subtransaction, of which Postgres keeps up to 64 of a transaction at hand. */
const batchSize = 50;
type ExpiryDeps = Pick<Deps, "db" | "items" | "closings" | "clock" | "log">;

/**
 * Closes the items whose stop_time has passed, as their sellers would. Replicas share the work by locks. An
 * item that cannot be closed waits for a later run, and the others of its batch are closed.
 */
export async function closeExpired(
  deps: ExpiryDeps,
  signal?: AbortSignal,
  place: DuePlace<ItemEnd> = firstPlace(),
): Promise<number> {
  const outages = countOutages();
  return takeDueBatches(place, (after) => closeBatch(deps, after, outages), signal);
}

/** `outages` are those of questions-service in this run. */
const closeBatch = (deps: ExpiryDeps, after: ItemEnd | undefined, outages: Outages) =>
  deps.db.transaction(async () => {
    const now = deps.clock.now();
    const { items: expired, next } = await deps.items.lockExpired({ now, after, limit: batchSize });
    let closed = 0;
    for (const item of expired) {
      const closing = { ...item, ...stateExpired(item), lastUpdated: now };
      if (await close(deps, closing, outages)) closed += 1;
    }
    return { done: closed, failed: expired.length - closed, next };
  });

/** Stores a closed item behind a savepoint, so that its failure undoes nothing else. */
async function close(
  { db, items, closings, log }: ExpiryDeps,
  item: Item,
  outages: Outages,
): Promise<boolean> {
  try {
    await db.transaction(async () => {
      await closings.record(item.id, outages);
      await items.update(item);
    });
    return true;
  } catch (err) {
    if (isUnavailable(err)) throw err;
    log.warn({ err, itemId: item.id }, "an item whose time is over is closed later");
    return false;
  }
}
