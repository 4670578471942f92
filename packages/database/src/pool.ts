import pg from "pg";
import { toId } from "./ids.ts";
import type { DatabaseLog } from "./log.ts";

/** How to reach a database. Times are milliseconds. */
export interface PoolOptions {
  /** `postgresql://user:password@host:port/database` */
  readonly url: string;
  /** Most connections at once; default 10. */
  readonly poolSize?: number;
  /** A statement that runs longer is cancelled; default 30 s. */
  readonly statementTimeout?: number;
  readonly log?: DatabaseLog;
}

const connectTimeout = 10_000;

/** A pool whose sessions run in UTC with a statement timeout, and whose BIGINT columns come as numbers. */
export function openPool(options: PoolOptions & { log: DatabaseLog }): pg.Pool {
  const { url, poolSize = 10, statementTimeout = 30_000, log } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    options: `-c TimeZone=UTC -c statement_timeout=${statementTimeout}`,
    types: { getTypeParser },
  });
  // Without a listener an idle connection that breaks would end the process; the pool replaces it.
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
  return pool;
}

const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: "text" | "binary") => {
  if (id === pg.types.builtins.INT8 && format !== "binary") return toId;
  return pg.types.getTypeParser(id, format);
};
