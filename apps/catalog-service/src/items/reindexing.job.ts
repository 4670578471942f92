import { setTimeout as delay } from "node:timers/promises";
import { isLockTimeout } from "@marketplace/database";
import type { CatalogDatabase } from "@marketplace/database/catalog";

/** Reindexes items and writes only listings that differ. */
export async function reindexItems(db: CatalogDatabase, numbers: readonly number[]): Promise<void> {
  const run = (sql: string) => db.query(sql, [numbers]);
  await db.transaction(async () => {
    // Announces this writer before it reads the tree, whose changes wait for it (tree.repo).
    await db.execute("LOCK TABLE items IN ROW EXCLUSIVE MODE");
    // The order in which purchases lock items.
    await run("SELECT FROM items WHERE no = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE");
    await run("SELECT FROM list_items($1::bigint[])");
  });
}

/** Listings per transaction and the pause between two: a million listings take twenty minutes. */
const part = 200;
const pauseMs = 100;

const due = "SELECT below FROM relistings ORDER BY below LIMIT 1 FOR UPDATE SKIP LOCKED";
const next = "SELECT no FROM listings WHERE no < $1 ORDER BY no DESC LIMIT $2";

/**
 * Reindexes from the newest listing to the oldest after a migration changed how listings are built. Stops at
 * `signal` and resumes there the next time. One replica works at a time.
 */
export async function reindex(db: CatalogDatabase, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await reindexNextPart(db)))
    await delay(pauseMs, undefined, { signal }).catch(() => {});
}

/** Answers whether to go on: `false` at the end, and when somebody holds the listings for long. */
const reindexNextPart = (db: CatalogDatabase): Promise<boolean> =>
  db
    .transaction(() => reindexPart(db))
    .catch((error: unknown) => {
      if (isLockTimeout(error)) return false;
      throw error;
    });

async function reindexPart(db: CatalogDatabase): Promise<boolean> {
  // An import locks listings for minutes; sellers must not wait that long for the items locked here.
  await db.query("SELECT set_config('lock_timeout', '500ms', true)");
  const [work] = await db.query<{ below: number }>(due);
  if (!work) return false;
  const rows = await db.query<{ no: number }>(next, [work.below, part]);
  const numbers = rows.map(({ no }) => no);
  await db.execute("DELETE FROM relistings WHERE below = $1", [work.below]);
  const last = numbers.at(-1);
  if (last === undefined) return true;
  await reindexItems(db, numbers);
  await db.execute("INSERT INTO relistings VALUES ($1) ON CONFLICT DO NOTHING", [last]);
  return true;
}
