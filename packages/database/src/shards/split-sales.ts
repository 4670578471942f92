import type pg from "pg";
import { type Ends, moveInBatches, type RowsMove } from "./split-batches.ts";

const orders = "(pack_id = ANY ($1::bigint[]) OR (id = ANY ($1::bigint[]) AND pack_id IS NULL))";
const orderIds = `SELECT id FROM orders WHERE ${orders}`;
const messageIds = "SELECT id FROM messages WHERE pack_id = ANY ($1::bigint[])";

/**
 * What belongs to sales: packs, and orders without one, by their ids in $1. What another row refers to comes
 * before it.
 */
const parts = [
  { table: "packs", ofSales: "id = ANY ($1::bigint[])" },
  { table: "orders", ofSales: orders },
  { table: "payments", ofSales: `order_id IN (${orderIds})` },
  {
    table: "refunds",
    ofSales: `payment_id IN (SELECT id FROM payments WHERE order_id IN (${orderIds}))`,
  },
  { table: "feedback", ofSales: `order_id IN (${orderIds})` },
  { table: "conversations", ofSales: "pack_id = ANY ($1::bigint[])" },
  { table: "messages", ofSales: "pack_id = ANY ($1::bigint[])" },
  { table: "message_attachments", ofSales: `message_id IN (${messageIds})` },
  {
    table: "notes",
    ofSales: `((subject = 'pack' AND subject_id = ANY ($1::bigint[])) OR (subject = 'order' AND subject_id IN (${orderIds})))`,
  },
] as const;

type SaleTable = (typeof parts)[number]["table"];

/** The tables with rows that belong to sales. */
export const saleTables: readonly SaleTable[] = parts.map(({ table }) => table);

/**
 * Every change of a part of a sale locks the row of its order, or of its conversation, first. So these two
 * are enough to lock here; the other parts are locked by their DELETE, which sees their latest state.
 */
const locks = [
  `SELECT FROM orders WHERE ${orders} ORDER BY id FOR UPDATE`,
  "SELECT FROM conversations WHERE pack_id = ANY ($1::bigint[]) ORDER BY pack_id FOR UPDATE",
] as const;

interface Chosen {
  sales: string[] | null;
  /** Where the next batch begins: after it. */
  last: string;
}

const chosenBy = (sale: string, id: string, table: string) =>
  `SELECT array_agg(DISTINCT q.sale::text) AS sales, max(q.id)::text AS last
   FROM (SELECT ${sale} AS sale, ${id} AS id FROM ${table} WHERE site_id = $1 AND ${id} > $2 ORDER BY ${id} LIMIT $3) AS q`;

/** Orders name all sales. What is left after them was never sold. */
const choices = [
  chosenBy("coalesce(pack_id, id)", "id", "orders"),
  chosenBy("id", "id", "packs"),
  chosenBy("pack_id", "pack_id", "conversations"),
] as const;

interface Taken {
  rows: string;
  count: number;
}

/** Moves the sales of a site in batches of orders, each sale as a whole, and gives the number of orders. */
export const moveSales = (move: RowsMove, { home, site, columns }: Ends): Promise<number> =>
  moveInBatches(move, home, {
    steps: choices,
    async moveBatch(statement, choice) {
      const [chosen] = (await home.query<Chosen>(statement, choice)).rows;
      if (!chosen?.sales) return undefined;
      for (const lock of locks) await home.query(lock, [chosen.sales]);
      const taken = await takeFrom(home, chosen.sales);
      await storeAt(site, chosen.sales, { taken, columns });
      return { size: taken.get("orders")?.count ?? 0, last: chosen.last };
    },
  });

/** Deletes sales, and gives what they were; parts before what they refer to. */
async function takeFrom(session: pg.Client, sales: readonly string[]): Promise<Map<SaleTable, Taken>> {
  const taken = new Map<SaleTable, Taken>();
  for (const { table, ofSales } of parts.toReversed()) {
    const { rows } = await session.query<Taken>(
      `WITH gone AS (DELETE FROM ${table} WHERE ${ofSales} RETURNING *)
       SELECT coalesce(json_agg(gone), '[]')::text AS rows, count(*)::int AS count FROM gone`,
      [sales],
    );
    const [found] = rows;
    if (found) taken.set(table, found);
  }
  return taken;
}

/** What an interrupted batch has left in the site's database gives way: home's rows count. */
async function storeAt(
  site: pg.Client,
  sales: readonly string[],
  { taken, columns }: { taken: ReadonlyMap<SaleTable, Taken>; columns: Ends["columns"] },
): Promise<void> {
  await site.query("BEGIN");
  try {
    await takeFrom(site, sales);
    for (const table of saleTables) {
      const names = (columns.get(table) ?? []).join(", ");
      const { rows = "[]", count = 0 } = taken.get(table) ?? {};
      if (count > 0)
        await site.query(
          `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
          [rows],
        );
    }
    await site.query("COMMIT");
  } catch (error) {
    await site.query("ROLLBACK");
    throw error;
  }
}
