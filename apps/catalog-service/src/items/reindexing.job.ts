import { setTimeout as delay } from "node:timers/promises";
import { isLockTimeout } from "@marketplace/database";
import type { CatalogDatabase } from "@marketplace/database/catalog";

/** Lists items anew, of which only what reads otherwise is written. Whoever changes one of them lists it himself, before or after. */
export async function listAnew(db: CatalogDatabase, numbers: readonly number[]): Promise<void> {
  const run = (sql: string) => db.current().$queryRawUnsafe(sql, numbers);
  await db.transaction(async () => {
    // By this who moves categories knows of us before we see a tree (tree.repo).
    await db.execute("LOCK TABLE items IN ROW EXCLUSIVE MODE");
    // In the order in which a purchase locks them.
    await run("SELECT FROM items WHERE no = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE");
    await run("SELECT FROM list_items($1::bigint[])");
  });
}

/** Listings at once, and how long others have the database between two such parts: a million take some twenty minutes. */
const part = 200;
const pauseMs = 100;

const due = "SELECT below FROM relistings ORDER BY below LIMIT 1 FOR UPDATE SKIP LOCKED";
const next = "SELECT no FROM listings WHERE no < $1 ORDER BY no DESC LIMIT $2";

/**
 * Lists anew, from the newest on, what was listed before a migration changed how listings are read; until `signal` is given, and then
 * goes on from there the next time. Of several replicas one does so.
 */
export async function relist(db: CatalogDatabase, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await relistPart(db)))
    await delay(pauseMs, undefined, { signal }).catch(() => {});
}

/** Tells whether there was something to list, and nobody who keeps it locked for long. */
const relistPart = (db: CatalogDatabase): Promise<boolean> =>
  db
    .transaction(() => listPartAnew(db))
    .catch((error: unknown) => {
      if (isLockTimeout(error)) return false;
      throw error;
    });

async function listPartAnew(db: CatalogDatabase): Promise<boolean> {
  // An import holds listings for minutes: nobody shall wait that long for us, who hold their items.
  await db.query("SELECT set_config('lock_timeout', '500ms', true)");
  const [work] = await db.query<{ below: number }>(due);
  if (!work) return false;
  const rows = await db.query<{ no: number }>(next, [work.below, part]);
  const numbers = rows.map(({ no }) => no);
  await db.execute("DELETE FROM relistings WHERE below = $1", [work.below]);
  const last = numbers.at(-1);
  if (last === undefined) return true;
  await listAnew(db, numbers);
  await db.execute("INSERT INTO relistings VALUES ($1) ON CONFLICT DO NOTHING", [last]);
  return true;
}
