import type pg from "pg";

/** The position of a server's write-ahead log, in bytes. */
export async function logPosition(server: Pick<pg.Pool, "query">): Promise<number> {
  const { rows } = await server.query<{ bytes: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS bytes",
  );
  return Number(rows[0]?.bytes);
}
