import type { OutboxLag } from "@marketplace/telemetry";
import type pg from "pg";

// Counted up to a limit: beyond it the exact number does not matter, and the query must stay cheap.
const maxCounted = 100_000;

const look = `SELECT
  (SELECT count(*) FROM (SELECT FROM outbox_events LIMIT ${maxCounted}) counted)::int AS count,
  coalesce((SELECT extract(epoch FROM $1::timestamptz - occurred_at) FROM outbox_events ORDER BY position LIMIT 1), 0)::float8 AS age`;

/** The number and age of unrelayed events; at most 100 000 are counted. */
export async function outboxLag(pool: pg.Pool, now: Date): Promise<OutboxLag> {
  const { rows } = await pool.query<{ count: number; age: number }>(look, [now]);
  const [row] = rows;
  if (!row) throw new Error("a query of aggregates gives one row");
  return { count: row.count, oldestSeconds: Math.max(0, row.age) };
}
