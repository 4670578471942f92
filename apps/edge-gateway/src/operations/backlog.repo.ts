import type { GatewayDatabase } from "@marketplace/database/gateway";

/** Notifications that wait, by how often they were tried. */
export interface Backlog {
  due: number;
  later: number;
  missed: number;
  /** For how long the one that has been due longest is. */
  oldestDueSeconds: number;
  /** Those that were tried in vain and will be again; the fewest attempts first. */
  retries: { attempts: number; count: number }[];
}

// Counted to a limit: beyond it the exact number does not matter, and the query must stay cheap.
const counting = `
  SELECT attempts::int, count(*) FILTER (WHERE due_at <= $1)::int AS due,
    count(*) FILTER (WHERE due_at > $1)::int AS later, count(missed_at)::int AS missed,
    coalesce(max(extract(epoch FROM $1::timestamptz - due_at)), 0)::float8 AS age
  FROM (SELECT attempts, due_at, missed_at FROM notification_deliveries LIMIT 100000) counted
  GROUP BY attempts ORDER BY attempts`;

interface Row {
  attempts: number;
  due: number;
  later: number;
  missed: number;
  age: number;
}

export type BacklogRepo = ReturnType<typeof createBacklogRepo>;

/** What waits in the queue of notifications. */
export function createBacklogRepo(db: GatewayDatabase) {
  return {
    async read(now: Date): Promise<Backlog> {
      const rows = await db.query<Row>(counting, [now]);
      const sum = (count: (row: Row) => number) => rows.reduce((total, row) => total + count(row), 0);
      return {
        due: sum(({ due }) => due),
        later: sum(({ later }) => later),
        missed: sum(({ missed }) => missed),
        oldestDueSeconds: Math.max(0, ...rows.map(({ age }) => age)),
        retries: rows
          .map(({ attempts, due, later }) => ({ attempts, count: due + later }))
          .filter(({ attempts, count }) => attempts > 0 && count > 0),
      };
    },
  };
}
