import type pg from "pg";
import { withSession } from "../connection.ts";

/** The migration of orders-service's database that takes over the rows which invoices-service had. */
export const salesMigration = "20261124000000_orders";

/** The tables with their columns, each after those that it refers to. */
const tables = {
  packs: "id, site_id, seller_id, buyer_id, created_at",
  orders:
    "id, pack_id, site_id, seller_id, buyer_id, item_id, quantity, unit_price, currency_id, logistic_type, self_service, shipment_id, created_at",
  purchases: "id, buyer_id, state, created_at, same_as",
  idempotency_keys: "caller_id, method, path, key, body_hash, status, headers, body, created_at",
} as const;

/** Answers of purchases: a repetition after the upgrade must not buy again. */
const ofPurchases = "WHERE path IN ('/orders', '/orders/')";
const batchSize = 5_000;

/**
 * Copies packs, orders, purchases, the Idempotency-Keys of purchases and the sequence of ids, in the open
 * transaction of `session`, which is that of the migration: all of them or none, and once. The database at
 * `invoicesUrl` has its own migrations, which let nobody change these rows any more.
 */
export const copySales =
  (invoicesUrl: string) =>
  (session: pg.Client): Promise<void> =>
    withSession(invoicesUrl, async (source) => {
      await source.query("SET statement_timeout = 0");
      await source.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      for (const table of Object.keys(tables) as (keyof typeof tables)[])
        await copyTable(table, { source, session });
      const { rows } = await source.query<{ last_value: string; is_called: boolean }>(
        "SELECT last_value, is_called FROM sale_ids",
      );
      for (const { last_value, is_called } of rows)
        await session.query("SELECT setval('sale_ids', $1, $2)", [last_value, is_called]);
      await source.query("COMMIT");
    });

/** Rows travel as JSON that Postgres writes and reads: no value passes through a JavaScript number. */
async function copyTable(table: keyof typeof tables, { source, session }: Sessions): Promise<void> {
  const columns = tables[table];
  const rows = `SELECT ${columns} FROM ${table} ${table === "idempotency_keys" ? ofPurchases : ""}`;
  await source.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT to_jsonb(r)::text AS row FROM (${rows}) r`);
  for (;;) {
    const { rows: batch } = await source.query<{ row: string }>(`FETCH ${batchSize} FROM copied`);
    if (batch.length === 0) break;
    await session.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [`[${batch.map(({ row }) => row).join(",")}]`],
    );
  }
  await source.query("CLOSE copied");
}

interface Sessions {
  source: pg.Client;
  session: pg.Client;
}
