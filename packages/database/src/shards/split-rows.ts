import type pg from "pg";
import type { ShardedService } from "./sharded.ts";
import { inShortAttempts } from "./short-attempts.ts";

/** Which rows move, and how. */
export interface RowsMove {
  readonly siteId: string;
  /** Rows that are moved at once: those who change one of them wait for all. */
  readonly batchSize?: number;
  /** Runs after each batch, with how many rows have been moved. */
  readonly moved?: (rows: number) => Promise<void>;
}

interface Ends {
  home: pg.Client;
  site: pg.Client;
}

/** How the rows of a table are taken from home, by statements that run in one transaction there. */
interface Taking {
  readonly table: string;
  /** What a batch waits for before it is chosen. */
  readonly first?: string;
  /** Takes the site, where the batch before ended, and how many rows; gives a `Batch`, locked. */
  readonly chosen: string;
  /** Deletes the rows with ids. */
  readonly taken: string;
}

interface Batch {
  /** The rows as JSON. */
  rows: string;
  ids: string[] | null;
  /** Where the next batch begins: after it. */
  last: string;
}

/** Services whose rows move table after table. */
export type RowService = Exclude<ShardedService, "orders">;

const batchOf = (last: string, rows: string) =>
  `SELECT coalesce(json_agg(q), '[]')::text AS rows, array_agg(q.id::text) AS ids, max(q.${last})::text AS last
   FROM (${rows}) AS q`;
const byIds = (table: string) =>
  batchOf("id", `SELECT * FROM ${table} WHERE site_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE`);

const takings: Readonly<Record<RowService, readonly Taking[]>> = {
  questions: [
    {
      table: "questions",
      chosen: byIds("questions"),
      // No trigger counts deletions: nothing else deletes questions.
      taken: `WITH gone AS (DELETE FROM questions WHERE id = ANY ($1::bigint[]) RETURNING seller_id, item_id, status, hidden)
        SELECT add_question_counts(seller_id, item_id, status, hidden, -n) FROM (
          SELECT seller_id, item_id, status, hidden, count(*) AS n FROM gone GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4) AS s`,
    },
  ],
  flex: [
    {
      table: "subscriptions",
      // A seller's go together: who locks one to change it must not find the other one gone.
      first: "LOCK TABLE subscriptions IN EXCLUSIVE MODE",
      chosen: batchOf(
        "user_id",
        `SELECT * FROM subscriptions WHERE site_id = $1 AND user_id IN (
           SELECT DISTINCT user_id FROM subscriptions WHERE site_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3)`,
      ),
      taken: "DELETE FROM subscriptions WHERE id = ANY ($1::bigint[])",
    },
    {
      table: "shipments",
      chosen: byIds("shipments"),
      taken: "DELETE FROM shipments WHERE id = ANY ($1::bigint[])",
    },
  ],
};

/** What an interrupted batch has left in the site's database gives way: home's row counts. */
const stored = (table: string, columns: readonly string[]) => `INSERT INTO ${table} (${columns.join(", ")})
  SELECT ${columns.join(", ")} FROM json_populate_recordset(NULL::${table}, $1::json)
  ON CONFLICT (id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`;

/** Moves the rows of a site in batches, and gives their number. Home gets no new ones of the site. */
export async function moveRows(
  service: RowService,
  { siteId, batchSize = 200, moved = async () => {} }: RowsMove,
  { home, site, columns }: Ends & { columns: ReadonlyMap<string, readonly string[]> },
): Promise<number> {
  let count = 0;
  for (const { table, first, chosen, taken } of takings[service]) {
    const insert = stored(table, columns.get(table) ?? []);
    for (let after = "0"; ; ) {
      const batch = await inShortAttempts(home, async () => {
        if (first) await home.query(first);
        const [found] = (await home.query<Batch>(chosen, [siteId, after, batchSize])).rows;
        if (!found?.ids) return undefined;
        await site.query(insert, [found.rows]);
        await home.query(taken, [found.ids]);
        return { size: found.ids.length, last: found.last };
      });
      if (!batch) break;
      count += batch.size;
      after = batch.last;
      await moved(count);
    }
  }
  return count;
}

/** Moves what is known of a site's closed items. */
export async function moveClosedItems(siteId: string, { home, site }: Ends): Promise<void> {
  const ofSite = `^${siteId}[0-9]+$`;
  for (;;) {
    const { rows } = await home.query<{ item_id: string }>(
      "SELECT item_id FROM closed_items WHERE item_id ~ $1 LIMIT 5000",
      [ofSite],
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ item_id }) => item_id);
    await site.query("INSERT INTO closed_items SELECT unnest($1::text[]) ON CONFLICT DO NOTHING", [ids]);
    await home.query("DELETE FROM closed_items WHERE item_id = ANY ($1)", [ids]);
  }
}
