import type pg from "pg";
import { withSession } from "../connection.ts";

/** The rows of a statement on a connection of its own. */
export const query = <Row extends pg.QueryResultRow = Record<string, unknown>>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> => withSession(url, async (session) => (await session.query<Row>(statement, values)).rows);
