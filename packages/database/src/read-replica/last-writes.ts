import type pg from "pg";

/** The caller whose position counts for everybody. User ids begin at 1. */
export const everybody = 0;

/** The state of the primary when a read begins. */
export interface PrimaryState {
  /** What a replica must have replayed before it may answer the caller, in bytes of the log. */
  readonly position: bigint;
  /** The end of what replicas can have. */
  readonly flushed: bigint;
  /** The primary's clock, in milliseconds. */
  readonly now: number;
  readonly timeline: number;
}

/** The positions of callers' last writes in the log, kept in the primary's `last_writes`. */
export interface LastWrites {
  /** Records that what these callers wrote ends before the present end of the log. */
  record(callers: readonly number[]): Promise<void>;
  /** What a read of this caller, or of nobody, needs; `undefined` when earlier writes are unknown. */
  of(caller: number | undefined): Promise<PrimaryState | undefined>;
}

// The insert position lies behind every commit that was answered, flushed or not. Of two records the later
// one stays; a position beyond the present end came with a dump of another server.
const record = `
  INSERT INTO last_writes (caller, position)
    SELECT caller, pg_current_wal_insert_lsn() FROM unnest($1::bigint[]) AS caller ORDER BY caller
  ON CONFLICT (caller) DO UPDATE
    SET position = least(greatest(last_writes.position, excluded.position), pg_current_wal_insert_lsn())`;

const look = `
  SELECT max(position)::text AS position, coalesce(bool_or(caller = ${everybody}), false) AS complete,
    pg_current_wal_flush_lsn()::text AS flushed, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now,
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS timeline
  FROM last_writes WHERE caller IN (${everybody}, $1::bigint)`;

// Deleted positions move to the row of everybody, so that no reader assumes there was no write.
const sweep = `
  WITH swept AS (
    DELETE FROM last_writes WHERE caller <> ${everybody} AND (position <= $1::pg_lsn OR position > pg_current_wal_insert_lsn())
  ) UPDATE last_writes SET position = greatest(position, $1::pg_lsn) WHERE caller = ${everybody}`;

const sweepEveryMs = 60_000;
/** An answer waits for this statement, so that it has a shorter timeout than others. */
const recordTimeoutMs = 5_000;

interface Row {
  position: string | null;
  complete: boolean;
  flushed: string;
  now: number;
  timeline: string;
}

export function lastWrites(pool: pg.Pool): LastWrites {
  let begun = false;
  let swept = { at: performance.now(), position: "0/0" };
  const insert = async (callers: readonly number[]) => {
    const values = [[...new Set(callers)]];
    // The pool and the types of node-postgres know a statement's time limit under this name only.
    const statement = { name: "record of last writes", text: record, values, query_timeout: recordTimeoutMs };
    await pool.query(statement);
  };
  /** A position that was the end of the log a minute ago may be moved to the row of everybody. */
  const sweepIfDue = async () => {
    if (performance.now() - swept.at < sweepEveryMs) return;
    const { position } = swept;
    swept = { at: performance.now(), position };
    const { rows } = await pool.query<{ end: string }>(`SELECT pg_current_wal_insert_lsn()::text AS end`);
    if (position !== "0/0") await pool.query(sweep, [position]);
    swept.position = rows[0]?.end ?? position;
  };
  return {
    async record(callers) {
      // A connection that broke while it was idle fails at once: the second attempt gets another.
      await insert(callers).catch(() => insert(callers));
      // The next sweep finds what a failed one left.
      sweepIfDue().catch(() => {});
    },
    async of(caller = everybody) {
      const { rows } = await pool.query<Row>({ name: "last write", text: look, values: [caller] });
      const [row] = rows;
      // After a crash or a failover, or before the first record, only the end of the log is enough.
      if (begun && row?.complete && row.position !== null) return stateOf(row, row.position);
      await insert([everybody]);
      begun = true;
      return undefined;
    },
  };
}

const stateOf = ({ flushed, now, timeline }: Row, position: string): PrimaryState => ({
  position: bytesOf(position),
  flushed: bytesOf(flushed),
  now,
  timeline: Number.parseInt(timeline, 16),
});

/** A position in the log, `16/B374D848`, as a number of bytes. */
export function bytesOf(position: string): bigint {
  const [high = "0", low = "0"] = position.split("/");
  return BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
}
