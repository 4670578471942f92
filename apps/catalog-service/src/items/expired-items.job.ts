import { isUnavailable } from "@marketplace/conventions";
import { countOutages, type Outages } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import { stateExpired } from "./item-status.rules.ts";
import type { Item } from "./items.schema.ts";

/** Each item is a subtransaction, of which Postgres keeps up to 64 of a transaction at hand. */
const batchSize = 50;
/** After so many failures in a row none can be closed, it seems: the run ends. */
const mostFailures = 1_000;

type ExpiryDeps = Pick<Deps, "db" | "items" | "closings" | "clock" | "log">;

/**
 * Closes the items whose stop_time has passed, as their sellers would. Replicas share the work by locks. An
 * item that cannot be closed waits for the next run, and the others of its batch are closed; after many of
 * them in a row the run ends.
 */
export async function closeExpired(deps: ExpiryDeps, signal?: AbortSignal): Promise<number> {
  const failed: string[] = [];
  const outages = countOutages();
  let closed = 0;
  let failuresInARow = 0;
  while (!signal?.aborted && failuresInARow < mostFailures) {
    const batch = await closeBatch(deps, { except: failed, outages });
    closed += batch.closed;
    failuresInARow = batch.closed > 0 ? 0 : failuresInARow + batch.failed.length;
    failed.push(...batch.failed);
    if (batch.isLast) break;
  }
  return closed;
}

interface Batch {
  closed: number;
  /** The ids of those that could not be closed. */
  failed: string[];
  isLast: boolean;
}

interface BatchOptions {
  except: readonly string[];
  /** Of questions-service, in this run. */
  outages: Outages;
}

const closeBatch = (deps: ExpiryDeps, { except, outages }: BatchOptions): Promise<Batch> =>
  deps.db.transaction(async () => {
    const now = deps.clock.now();
    const expired = await deps.items.lockExpired({ now, except, limit: batchSize });
    const failed: string[] = [];
    for (const item of expired) {
      const closing = { ...item, ...stateExpired(item), lastUpdated: now };
      if (!(await close(deps, closing, outages))) failed.push(item.id);
    }
    return { closed: expired.length - failed.length, failed, isLast: expired.length < batchSize };
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
