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

/** A quarter of the minute after which Postgres or a pooler ends a session that is idle in a transaction. */
const heartbeatMs = 15_000;

/**
 * Runs work under an advisory lock of this name, or gives `undefined` when another process has it. The lock
 * has a connection of its own beside the pool, because it lasts as long as the work, which uses the pool. A
 * heartbeat keeps it: without one, as when the machine is gone, it is free after a minute.
 */
export async function tryWithLock<T>(
  { options }: pg.Pool,
  [kind, name]: readonly [kind: string, name: string],
  work: () => Promise<T>,
  everyMs = heartbeatMs,
): Promise<T | undefined> {
  return withSession(options, async (session) => {
    // A transaction lock, because behind a pooler every transaction has another session.
    await session.query("BEGIN");
    const { rows } = await session.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtext($1), hashtext($2)) AS locked",
      [kind, name],
    );
    const result = rows[0]?.locked ? await withHeartbeat(session, everyMs, work) : undefined;
    // Fails when the lock was lost.
    await session.query("COMMIT");
    return result;
  });
}

async function withHeartbeat<T>(session: pg.Client, everyMs: number, work: () => Promise<T>): Promise<T> {
  // That the session is lost shows at its next statement.
  const beat = setInterval(() => void session.query("SELECT").catch(() => {}), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/** Runs work on a connection without a pool, which ends with it, and with it its transaction and locks. */
export async function withSession<T>(
  server: string | pg.ClientConfig,
  work: (session: pg.Client) => Promise<T>,
): Promise<T> {
  const session = new pg.Client(server);
  // Without a listener the error event of a lost connection ends the process; the query fails too.
  session.on("error", () => {});
  try {
    await session.connect();
    return await work(session);
  } finally {
    await session.end().catch(() => {});
  }
}
