import type { SplitService } from "./sharded.ts";

/** Services whose rows move table after table. */
export type RowService = Exclude<SplitService, "orders">;

/** How the rows of a table move from home to the site, by statements that run in one transaction at home. */
export interface TableMove {
  readonly table: string;
  /** A lock that is taken before the batch is selected. */
  readonly lock?: string;
  /** Parameters: the site, where the batch before ended, how many rows. Gives a `Batch`, locked. */
  readonly selectBatch: string;
  /** Deletes the rows of the batch at home. Parameter: their ids. */
  readonly deleteBatch: string;
  /** What the ids are of; `id` when absent. */
  readonly key?: string;
  readonly dependents?: DependentRows;
}

/** Rows of another table that go with the rows of a batch. */
interface DependentRows {
  readonly table: string;
  /** Parameter: the ids of the batch. Gives the rows as JSON, locked. */
  readonly select: string;
  /** Deletes at the site what an interrupted batch has left there: home's may be fewer by now. */
  readonly deleteAtSite: string;
}

export interface Batch {
  /** The rows as JSON. */
  rows: string;
  ids: string[] | null;
  /** Where the next batch begins: after it. */
  last: string;
}

const batchOf = (last: string, rows: string, key = "id") =>
  `SELECT coalesce(json_agg(q), '[]')::text AS rows, array_agg(q.${key}::text) AS ids, max(q.${last})::text AS last
   FROM (${rows}) AS q`;
const byIds = (table: string) =>
  batchOf("id", `SELECT * FROM ${table} WHERE site_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE`);

/** The moves of each service, in this order. */
export const tableMoves: Readonly<Record<RowService, readonly TableMove[]>> = {
  questions: [
    {
      table: "questions",
      selectBatch: byIds("questions"),
      // No trigger counts deletions: nothing else deletes questions. In the order of count_questions: with
      // another both could deadlock.
      deleteBatch: `WITH gone AS (DELETE FROM questions WHERE id = ANY ($1::bigint[]) RETURNING seller_id, item_id, status, hidden)
        INSERT INTO question_counts AS c (scope, status, hidden, shard, count)
          SELECT scope, status, hidden, pg_backend_pid() % 16, -count(*)
          FROM gone CROSS JOIN LATERAL (VALUES ('item:' || item_id), ('seller:' || seller_id)) AS counted (scope)
          GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
          ON CONFLICT (scope, status, hidden, shard) DO UPDATE SET count = c.count + excluded.count`,
    },
  ],
  flex: [
    {
      table: "subscriptions",
      // A seller's go together: a request that locks one to change it must not find the other one gone.
      lock: "LOCK TABLE subscriptions IN EXCLUSIVE MODE",
      selectBatch: batchOf(
        "user_id",
        `SELECT * FROM subscriptions WHERE site_id = $1 AND user_id IN (
           SELECT DISTINCT user_id FROM subscriptions WHERE site_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3)`,
      ),
      deleteBatch: "DELETE FROM subscriptions WHERE id = ANY ($1::bigint[])",
    },
    {
      table: "shipments",
      selectBatch: byIds("shipments"),
      deleteBatch: "DELETE FROM shipments WHERE id = ANY ($1::bigint[])",
    },
  ],
  invoices: [
    {
      table: "used_packs",
      key: "pack_id",
      // Adding a file to a pack at home locks the pack's row (refuse_pack_of_site).
      selectBatch: batchOf(
        "pack_id",
        "SELECT * FROM used_packs WHERE site_id = $1 AND pack_id > $2 ORDER BY pack_id LIMIT $3 FOR UPDATE",
        "pack_id",
      ),
      dependents: {
        table: "fiscal_documents",
        select: `SELECT coalesce(json_agg(q), '[]')::text AS rows, count(*)::int AS count
          FROM (SELECT * FROM fiscal_documents WHERE pack_id = ANY ($1::bigint[]) FOR UPDATE) AS q`,
        deleteAtSite: "DELETE FROM fiscal_documents WHERE pack_id = ANY ($1::bigint[])",
      },
      deleteBatch: `WITH files AS (DELETE FROM fiscal_documents WHERE pack_id = ANY ($1::bigint[]))
        DELETE FROM used_packs WHERE pack_id = ANY ($1::bigint[])`,
    },
  ],
};
