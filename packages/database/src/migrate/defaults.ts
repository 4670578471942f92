import type pg from "pg";

/** What sessions are by default: what services ask for themselves where no pooler is between. */
const defaults: Readonly<Record<string, string>> = { TimeZone: "UTC", statement_timeout: "30s" };

const present = `
  SELECT unnest(setconfig) AS setting FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
  WHERE d.datname = current_database() AND s.setrole = 0`;

/**
 * Sets the session settings that services need as defaults of the database, for sessions that a pooler opens.
 * Only the owner of the database can: otherwise the owner sets them, or the pooler (docs/scaling.md).
 */
export async function setDefaults(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ setting: string }>(present);
  const set = rows.map(({ setting }) => setting.split("=", 1)[0]);
  const [database] = (await session.query<{ name: string }>("SELECT current_database() AS name")).rows;
  for (const [name, value] of Object.entries(defaults)) {
    // A value that an operator chose stays.
    if (set.includes(name)) continue;
    const target = session.escapeIdentifier(database?.name ?? "");
    await session.query(`ALTER DATABASE ${target} SET ${name} = '${value}'`).catch(ignoreStranger);
  }
}

function ignoreStranger(error: Error & { code?: string }): void {
  if (error.code !== "42501") throw error;
}
