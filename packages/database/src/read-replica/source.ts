import type pg from "pg";

/** The database, or a replica of it, to read from. */
export interface Source {
  /** As `Database.query`. */
  query<Row extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** As `Database.queryUnprepared`. */
  queryUnprepared<Row extends pg.QueryResultRow>(
    statement: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

/**
 * Where a read went: to the replica, or to the primary because the replica had not replayed the caller's last
 * write (`not_replayed`), was too far behind or on another timeline (`lagging`), was away (`unavailable`) or
 * failed during the read (`failed`).
 */
export type ReadOutcome = "replica" | "not_replayed" | "lagging" | "unavailable" | "failed";
