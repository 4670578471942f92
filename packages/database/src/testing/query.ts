import type pg from "pg";
import { withSession } from "../connection.ts";

/** The rows of a statement on a connection of its own. */
export const query = <Row extends pg.QueryResultRow = Record<string, unknown>>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> => withSession(url, async (session) => (await session.query<Row>(statement, values)).rows);

/** How many rows of a table are in a database. */
export async function countRows(url: string, table: string, where = "true"): Promise<number> {
  const [row] = await query<{ n: number }>(url, `SELECT count(*)::int AS n FROM ${table} WHERE ${where}`);
  return row?.n ?? 0;
}
