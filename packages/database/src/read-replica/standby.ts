import type pg from "pg";
import { DatabaseUnavailable, toDatabaseError } from "../errors.ts";
import { prepared, type StatementNames } from "../prepared-statements.ts";
import { bytesOf } from "./last-writes.ts";
import type { Source } from "./source.ts";

export interface StandbyState {
  /** Everything before it is visible there; `undefined` when it is no standby. */
  readonly replayed: bigint | undefined;
  /** When its last transaction was committed, in milliseconds of the primary's clock; 0 without one. */
  readonly committed: number;
  readonly timeline: number;
}

/** A read-only transaction on a replica: one server, also where several stand behind a pooler. */
export interface StandbySession {
  readonly state: StandbyState;
  readonly source: Source;
  /** Releases the connection; never throws and need not be awaited. */
  end(): void;
}

// Each statement sees what was replayed when it began: at least the position that is reported here.
const begin = `BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY;
  SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS replayed,
    extract(epoch FROM pg_last_xact_replay_timestamp())::float8 * 1000 AS committed,
    (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline`;

/** A slower replica counts as away. */
const beginTimeoutMs = 1_000;

interface Row {
  standby: boolean;
  replayed: string | null;
  committed: number | null;
  timeline: number;
}

/** Opens sessions on a replica; rejects with DatabaseUnavailable when it takes over two seconds. */
export function standbySessions(pool: pg.Pool, nameOf: StatementNames): () => Promise<StandbySession> {
  return async () => {
    const connection = await pool.connect().catch((error) => {
      throw toDatabaseError(error);
    });
    const queries = serial(connection);
    const end = () => {
      const release = (broken?: Error) => connection.release(broken);
      queries.query({ text: "ROLLBACK" }).then(() => release(), release);
    };
    try {
      const state = stateOf(await told(queries));
      const source: Source = {
        async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
          return (await queries.query<Row>(prepared(nameOf, text, values))).rows;
        },
        async queryUnprepared<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
          return (await queries.query<Row>({ text, values: [...values] })).rows;
        },
      };
      return { state, source, end };
    } catch (error) {
      end();
      throw new DatabaseUnavailable(error);
    }
  };
}

const ignore = () => {};

interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

/** Serializes concurrent queries, as a pool would run them: a connection runs one at a time. */
function serial(connection: pg.PoolClient): Queryable {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const result = turn.then(() => connection.query<Row>(statement));
      turn = result.catch(ignore);
      return result;
    },
  };
}

async function told(connection: Queryable): Promise<Row> {
  const statement = { text: begin, query_timeout: beginTimeoutMs };
  // Of several statements in one text node-postgres gives all results, which its types do not say.
  const results = (await connection.query<Row>(statement)) as unknown as pg.QueryResult<Row>[];
  const row = results.at(-1)?.rows[0];
  if (!row) throw new Error("the replica told nothing of itself");
  return row;
}

const stateOf = ({ standby, replayed, committed, timeline }: Row): StandbyState => ({
  replayed: standby && replayed !== null ? bytesOf(replayed) : undefined,
  committed: committed ?? 0,
  timeline,
});
