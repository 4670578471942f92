import { withSession } from "../connection.ts";

/** Creates the databases that are missing, as the administrator's own: for measurements. */
export async function ensureDatabases(adminUrl: string, names: readonly string[]): Promise<void> {
  await withSession(adminUrl, async (session) => {
    const { rows } = await session.query<{ datname: string }>("SELECT datname FROM pg_database");
    const present = new Set(rows.map((row) => row.datname));
    for (const name of names.filter((candidate) => !present.has(candidate)))
      await session.query(`CREATE DATABASE ${session.escapeIdentifier(name)}`).catch(ignoreDuplicate);
  });
}

/** Removes databases with everything in them; those that do not exist are no error. */
export async function dropDatabases(adminUrl: string, names: readonly string[]): Promise<void> {
  await withSession(adminUrl, async (session) => {
    for (const name of names)
      await session.query(`DROP DATABASE IF EXISTS ${session.escapeIdentifier(name)} WITH (FORCE)`);
  });
}

/** Another process created it at the same moment. */
function ignoreDuplicate(error: Error & { code?: string }): void {
  if (!["42P04", "23505"].includes(error.code ?? "")) throw error;
}
