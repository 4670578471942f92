import type { AnyPrismaClient, Database } from "./database.ts";

/** Rows per statement: few, so that any number of them stays below the statement timeout. */
const atOnce = 10_000;

interface Before {
  table: string;
  column: string;
  before: Date | string;
}

/** Deletes the rows of a table from before a moment, in parts, each on its own; gives their number. */
export async function deleteBefore(
  database: Pick<Database<AnyPrismaClient>, "execute">,
  { table, column, before }: Before,
): Promise<number> {
  const statement = `DELETE FROM ${table} WHERE ${column} < $1
    AND ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${atOnce}))`;
  for (let all = 0; ; ) {
    const deleted = await database.execute(statement, [before]);
    all += deleted;
    // Fewer also when another process deletes the same ones; it goes on.
    if (deleted < atOnce) return all;
  }
}
