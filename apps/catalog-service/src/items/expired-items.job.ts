import { isUnavailable } from "@marketplace/conventions";
import { countOutages, type Outages } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import { stateExpired } from "./item-status.rules.ts";
import type { ItemEnd } from "./items.repo.ts";
import type { Item } from "./items.schema.ts";

/** Each item is a subtransaction, of which Postgres keeps up to 64 of a transaction at hand. */
const batchSize = 50;
/** After so many failures in a row none can be closed, it seems: the run ends. */
const maxFailures = 1_000;

type ExpiryDeps = Pick<Deps, "db" | "items" | "closings" | "clock" | "log">;

/** Where the next run begins: behind what the last one could not close. */
export interface ExpiryPlace {
  after: ItemEnd | undefined;
}

/**
 * Closes the items whose stop_time has passed, as their sellers would. Replicas share the work by locks. An
 * item that cannot be closed waits for a later run, and the others of its batch are closed. After many of
 * them in a row the run ends, and the next one with the same `place` begins behind them: they keep no other
 * item open.
 */
export async function closeExpired(
  deps: ExpiryDeps,
  signal?: AbortSignal,
  place: ExpiryPlace = { after: undefined },
): Promise<number> {
  const outages = countOutages();
  let closed = 0;
  let failuresInARow = 0;
  while (!signal?.aborted && failuresInARow < maxFailures) {
    const batch = await closeBatch(deps, place.after, outages);
    closed += batch.closed;
    failuresInARow = batch.closed > 0 ? 0 : failuresInARow + batch.failed;
    place.after = batch.next;
    if (batch.next === undefined) break;
  }
  return closed;
}

interface Batch {
  closed: number;
  failed: number;
  /** `undefined` after the last item. */
  next: ItemEnd | undefined;
}

/** `outages` are those of questions-service in this run. */
const closeBatch = (deps: ExpiryDeps, after: ItemEnd | undefined, outages: Outages): Promise<Batch> =>
  deps.db.transaction(async () => {
    const now = deps.clock.now();
    const { items: expired, next } = await deps.items.lockExpired({ now, after, limit: batchSize });
    let closed = 0;
    for (const item of expired) {
      const closing = { ...item, ...stateExpired(item), lastUpdated: now };
      if (await close(deps, closing, outages)) closed += 1;
    }
    return { closed, failed: expired.length - closed, next };
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
