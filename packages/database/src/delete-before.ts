import type { AnyPrismaClient, Database } from "./database.ts";

/** Rows per statement: few, so that any number of them stays below the statement timeout. */
const atOnce = 10_000;

interface Before {
  table: string;
  column: string;
  before: Date | string;
  /** A condition in SQL of the rows, which stay otherwise. */
  where?: string;
}

/** Deletes the rows of a table from before a moment, in parts, each on its own; gives their number. */
export async function deleteBefore(
  database: Pick<Database<AnyPrismaClient>, "execute">,
  { table, column, before, where = "true" }: Before,
): Promise<number> {
  const isOld = `${column} < $1 AND ${where}`;
  const statement = `DELETE FROM ${table} WHERE ${isOld}
    AND ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${isOld} LIMIT ${atOnce}))`;
  for (let all = 0; ; ) {
    const deleted = await database.execute(statement, [before]);
    all += deleted;
    // Fewer also when another process deletes the same ones; it goes on.
    if (deleted < atOnce) return all;
  }
}
