import type pg from "pg";
import { inShortAttempts } from "../short-attempts.ts";

/** Where the tables of a database go whose site has moved. */
const away = "moved";

/**
 * Takes all tables out of sight in one transaction, once no statement uses them: from then on each statement
 * fails with 42P01 (undefined_table), and has changed nothing. Waits for writers in short attempts. Gives the
 * moment at which it began to.
 */
export const closeSource = (source: pg.Client, tables: readonly string[]): Promise<number> =>
  inShortAttempts(source, async () => {
    const began = performance.now();
    await source.query(`LOCK TABLE ${tables.join(", ")} IN ACCESS EXCLUSIVE MODE`);
    await source.query(`CREATE SCHEMA IF NOT EXISTS ${away}`);
    for (const table of tables) await source.query(`ALTER TABLE public.${table} SET SCHEMA ${away}`);
    // The end of the log must hold the commit before the new database is compared with it.
    await source.query("SET LOCAL synchronous_commit = on");
    return began;
  });

/** Brings back the tables that `closeSource` took away; nothing where it has not run. */
export async function reopenSource(source: pg.Client): Promise<void> {
  await source.query("BEGIN");
  const { rows } = await source.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = $1",
    [away],
  );
  for (const { name } of rows) await source.query(`ALTER TABLE ${away}.${name} SET SCHEMA public`);
  await source.query("COMMIT");
}
