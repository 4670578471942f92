import pg from "pg";
import { holdingConnection } from "./connection-guard.ts";

/** Runs work on a connection of the pool, which closes it when the work fails; meanwhile the work may ask other services. */
export async function withConnection<T>(
  pool: pg.Pool,
  work: (connection: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  let broken = true;
  try {
    const result = await holdingConnection(() => work(connection), { mayCall: true });
    broken = false;
    return result;
  } finally {
    connection.release(broken);
  }
}

/**
 * Runs work of which one is enough if nobody else runs any of this name; `undefined` when somebody does. The lock is of a
 * connection beside the pool, for it lasts as long as the work, which uses the pool.
 */
export async function tryWithLock<T>(
  { options }: pg.Pool,
  [kind, name]: readonly [kind: string, name: string],
  work: () => Promise<T>,
): Promise<T | undefined> {
  const connection = new pg.Client(options);
  // One that breaks meanwhile ends the lock, not the process.
  connection.on("error", () => {});
  try {
    await connection.connect();
    // In a transaction, with which the lock ends, also where a pooler gives every transaction another session.
    await connection.query("BEGIN");
    const { rows } = await connection.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtext($1), hashtext($2)) AS locked",
      [kind, name],
    );
    const result = rows[0]?.locked ? await work() : undefined;
    // Fails where the lock was lost meanwhile.
    await connection.query("COMMIT");
    return result;
  } finally {
    await connection.end();
  }
}
