import type pg from "pg";

/** What rows are read from: the database itself, or a replica of it. */
export interface Source {
  /** As `Database.query`. */
  query<Row extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** As `Database.pool`: for statements that bring their own names, or must have none. */
  readonly pool: Queryable;
}

/** What a pool and a connection have in common. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/**
 * Where a read went that may go to a replica: there, or to the primary because the replica had not replayed the caller's last
 * write (`not_replayed`), was too far behind or of another history (`lagging`), not there (`unavailable`) or failed meanwhile (`failed`).
 */
export type ReadOutcome = "replica" | "not_replayed" | "lagging" | "unavailable" | "failed";
