import pg from "pg";

const codes = { "3D000": "P1003", "28P01": "P1000" };

/** The engine's command line (`cli can-connect-to-database` and the like); gives the exit code. */
export async function runDatabaseCommand(command, url) {
  const target = new URL(url);
  const database = pg.escapeIdentifier(decodeURIComponent(target.pathname.slice(1)));
  if (command !== "can-connect-to-database") target.pathname = "/postgres";
  target.searchParams.delete("schema");
  const session = new pg.Client({ connectionString: target.href });
  try {
    await session.connect();
    if (command === "create-database") await session.query(`CREATE DATABASE ${database}`);
    if (command === "drop-database") await session.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    return 0;
  } catch (error) {
    const fields = { error_code: codes[error.code] ?? "P1001", message: error.message };
    process.stderr.write(`\n${JSON.stringify({ level: "ERROR", target: "schema_engine::logger", fields })}`);
    return 1;
  } finally {
    await session.end().catch(() => {});
  }
}
