import pg from "pg";
import { holdingConnection } from "./connection-guard.ts";

/** Runs work, which may call other services, on a connection of the pool; closes it when the work fails. */
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
 * Runs work under an advisory lock of this name, or gives `undefined` when another process has it. The lock
 * has a connection of its own beside the pool, because it lasts as long as the work, which uses the pool.
 */
export async function tryWithLock<T>(
  { options }: pg.Pool,
  [kind, name]: readonly [kind: string, name: string],
  work: () => Promise<T>,
): Promise<T | undefined> {
  const connection = new pg.Client(options);
  // A broken connection ends the lock, not the process.
  connection.on("error", () => {});
  try {
    await connection.connect();
    // A transaction lock, because behind a pooler every transaction has another session.
    await connection.query("BEGIN");
    const { rows } = await connection.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtext($1), hashtext($2)) AS locked",
      [kind, name],
    );
    const result = rows[0]?.locked ? await work() : undefined;
    // Fails when the lock was lost.
    await connection.query("COMMIT");
    return result;
  } finally {
    await connection.end();
  }
}
