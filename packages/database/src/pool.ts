import { AsyncResource } from "node:async_hooks";
import pg from "pg";
import { addressOf } from "./address.ts";
import { secondConnectionError } from "./connection-guard.ts";
import { toDatabaseError } from "./errors.ts";
import { toId } from "./ids.ts";
import type { DatabaseLog } from "./log.ts";
import { joinedConnection } from "./prisma-transaction-adapter.ts";

/** How to reach a database. Times are milliseconds. */
export interface PoolOptions {
  /** `postgresql://user:password@host:port/database`; with `?pooler=transaction` at a pooler. */
  readonly url: string;
  /** Most connections at once; default 10. */
  readonly poolSize?: number | undefined;
  /** A statement that runs longer is canceled; default 30 s. */
  readonly statementTimeout?: number;
  /** The server ends a session that waits longer for the next statement of a transaction; default 60 s. */
  readonly idleTransactionTimeout?: number;
  /** Longest wait for a connection; default 10 s. */
  readonly connectTimeout?: number;
  readonly log?: DatabaseLog;
  /** Waited for before a connection is taken; its rejection is that of the statement. */
  readonly before?: (() => Promise<void> | undefined) | undefined;
}

const defaultTimeoutMs = 30_000;

/** How much longer than a statement may run its answer is waited for. */
const graceMs = 2_000;

/** What any statement has been answered or given up within. */
export const longestStatementMs = defaultTimeoutMs + graceMs;

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/** Gives no second connection to work that holds one, and to Prisma that of the transaction it joins. */
class GuardedPool extends pg.Pool {
  readonly #before: PoolOptions["before"];

  constructor(config: pg.PoolConfig, before: PoolOptions["before"]) {
    super(config);
    this.#before = before;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const error = secondConnectionError();
    if (callback) {
      // The pool calls back in the asynchronous context that released the connection.
      const connect = () => super.connect(AsyncResource.bind(callback));
      const waiting = error ? undefined : this.#before?.();
      if (error) process.nextTick(callback, error);
      else if (waiting) waiting.then(connect, (reason: Error) => callback(reason, undefined, () => {}));
      else connect();
      return undefined;
    }
    const connection = joinedConnection();
    if (connection) return Promise.resolve(connection);
    if (error) return Promise.reject(error);
    const waiting = this.#before?.();
    return waiting ? waiting.then(() => super.connect()) : super.connect();
  }
}

/** A pool whose sessions run in UTC with a statement timeout, and whose BIGINT columns come as numbers. */
export function openPool(options: PoolOptions & { log: DatabaseLog }): pg.Pool {
  const {
    url,
    poolSize = 10,
    statementTimeout = defaultTimeoutMs,
    connectTimeout = 10_000,
    log,
    before,
  } = options;
  const { idleTransactionTimeout = 60_000 } = options;
  // The server cancels slow statements; a server that hangs or cannot be reached cancels nothing.
  const answerTimeout = statementTimeout + graceMs;
  const { connectionString, pooled } = addressOf(url);
  const config: pg.PoolConfig = {
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: answerTimeout,
    keepAlive: true,
    // A pooler rejects session settings; there the same defaults of the database apply (migrate).
    ...(pooled
      ? { Client: NamelessClient }
      : { options: settingsOf({ statementTimeout, idleTransactionTimeout }) }),
    types: { getTypeParser },
  };
  const pool = new GuardedPool(config, before);
  // Without a listener an idle connection that breaks ends the process; the pool replaces it. Only the
  // message is logged, because the error holds the whole connection; nothing while the pool is closing.
  pool.on("error", ({ message }) => {
    if (!pool.ending) log.warn({ reason: message }, "an idle database connection broke");
  });
  // The same for a connection that is held: its holder's next statement fails, which is early enough.
  pool.on("connect", (connection) => connection.on("error", () => {}));
  tellUnavailability(pool);
  return pool;
}

/**
 * A process whose machine lost its power or its network ends no connection, and TCP tells the server only
 * after two hours: until then the locks of an open transaction would keep everybody waiting.
 */
const settingsOf = (timeouts: Required<Pick<PoolOptions, "statementTimeout" | "idleTransactionTimeout">>) =>
  `-c TimeZone=UTC -c statement_timeout=${timeouts.statementTimeout} ` +
  `-c idle_in_transaction_session_timeout=${timeouts.idleTransactionTimeout}`;

/** Removes statement names: behind a pooler the session may not have prepared the statement. */
class NamelessClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query: (...args: unknown[]) => unknown = this.query.bind(this);
    const nameless = (statement: unknown, ...args: unknown[]) => query(withoutName(statement), ...args);
    // The overloads stay those of pg.
    this.query = nameless as typeof this.query;
  }
}

function withoutName(statement: unknown): unknown {
  if (typeof statement !== "object" || statement === null || "submit" in statement) return statement;
  const { name, ...rest } = { name: undefined, ...statement };
  return rest;
}

/** Makes direct queries fail with DatabaseUnavailable when the server is the reason, as Prisma's do. */
function tellUnavailability(pool: pg.Pool): void {
  const query: (...args: unknown[]) => unknown = pool.query.bind(pool);
  const telling = (...args: unknown[]) => {
    const result = query(...args);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      throw toDatabaseError(error);
    });
  };
  // The overloads stay those of pg.
  pool.query = telling as typeof pool.query;
}

const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: "text" | "binary") => {
  if (id === pg.types.builtins.INT8 && format !== "binary") return toId;
  return pg.types.getTypeParser(id, format);
};
