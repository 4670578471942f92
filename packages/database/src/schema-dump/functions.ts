import type pg from "pg";

/** A function of ours or a trigger that runs it, as Postgres prints it. */
export interface FunctionDefinition {
  readonly name: string;
  /** Absent for the function itself. */
  readonly trigger: string | null;
  readonly definition: string;
}

// Functions of extensions are not ours.
const definitions = `
  WITH ours AS (
    SELECT p.oid, p.proname FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e'))
  SELECT proname AS name, NULL AS trigger, pg_get_functiondef(oid) AS definition FROM ours
  UNION ALL
  SELECT proname, tgname, pg_get_triggerdef(t.oid) FROM ours JOIN pg_trigger t ON t.tgfoid = ours.oid
  ORDER BY name, trigger NULLS FIRST, definition`;

export async function functionsOf(session: pg.ClientBase): Promise<FunctionDefinition[]> {
  return (await session.query<FunctionDefinition>(definitions)).rows;
}

/** A committed file `functions/<name>.sql`: a function and its triggers, in statements that may run again. */
export interface FunctionFile {
  readonly name: string;
  readonly sql: string;
}

/** The files whose statements change something in this database, or fail in it; changes nothing. */
export async function changedFunctions(
  session: pg.ClientBase,
  files: readonly FunctionFile[],
): Promise<FunctionFile[]> {
  const before = JSON.stringify(await functionsOf(session));
  const changed: FunctionFile[] = [];
  for (const file of files) {
    await session.query("BEGIN");
    const after = await session.query(file.sql).then(
      () => functionsOf(session),
      () => undefined,
    );
    await session.query("ROLLBACK");
    if (JSON.stringify(after) !== before) changed.push(file);
  }
  return changed;
}
