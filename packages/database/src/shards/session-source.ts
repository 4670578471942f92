import type pg from "pg";
import type { Source } from "../read-replica/source.ts";

/** A session in the form of a database that is read from. */
export const asSource = (session: pg.Client): Pick<Source, "query"> => ({
  query: async <Row extends pg.QueryResultRow>(statement: string, values: readonly unknown[] = []) =>
    (await session.query<Row>(statement, [...values])).rows,
});
