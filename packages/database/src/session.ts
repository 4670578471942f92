import type pg from "pg";
import { DatabaseUnavailable, TookTooLong, toDatabaseError } from "./errors.ts";
import type { AnyPrismaClient, TransactionOptions } from "./prisma-client.ts";
import { type Guest, joinPrisma } from "./prisma-transaction-adapter.ts";

const isolationLevels = {
  ReadCommitted: "READ COMMITTED",
  RepeatableRead: "REPEATABLE READ",
  Serializable: "SERIALIZABLE",
} as const;

const ignore = () => {};
const rolledBack = () => false;
const notRolledBack = () => true;

/** An open transaction on a connection of its own, from BEGIN to the connection's return to the pool. */
export class Session {
  readonly #connection: pg.PoolClient;
  readonly #guest: Guest;
  readonly #timer: NodeJS.Timeout;
  /** Why it takes no more statements. */
  #over: Error | undefined;

  private constructor(connection: pg.PoolClient, client: AnyPrismaClient, timeout: number) {
    this.#connection = connection;
    this.#guest = joinPrisma(client, this);
    this.#timer = setTimeout(() => this.#giveUp(timeout), timeout).unref();
  }

  static async begin(pool: pg.Pool, client: AnyPrismaClient, options: TransactionOptions): Promise<Session> {
    const { isolationLevel, timeout = 30_000 } = options;
    const connection = await pool.connect();
    try {
      await connection.query(
        isolationLevel ? `BEGIN ISOLATION LEVEL ${isolationLevels[isolationLevel]}` : "BEGIN",
      );
    } catch (error) {
      connection.release(true);
      throw error;
    }
    return new Session(connection, client, timeout);
  }

  get client(): object {
    return this.#guest.client;
  }

  async query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
  ): Promise<pg.QueryResult<Row>> {
    if (this.#over) throw this.#over;
    try {
      return await this.#connection.query<Row>(statement);
    } catch (error) {
      const told = toDatabaseError(error);
      // On a connection that broke or did not answer, every further statement would wait as long.
      if (told instanceof DatabaseUnavailable) this.#over = told;
      throw error;
    }
  }

  /** Commits and releases the connection; after an error `rollback` must still be called. */
  async commit(): Promise<void> {
    await this.#guest.leave();
    const { command } = await this.query("COMMIT");
    // Postgres answers COMMIT of an aborted transaction with a silent rollback.
    if (command !== "COMMIT") throw new Error("the transaction was aborted by a failed statement");
    this.#end();
  }

  /** Never throws: a connection that cannot even roll back is closed, and the server rolls back. */
  async rollback(): Promise<void> {
    await this.#guest.leave().catch(ignore);
    const gone = this.#over instanceof DatabaseUnavailable;
    const broken = gone || (await this.#connection.query("ROLLBACK").then(rolledBack, notRolledBack));
    this.#end(broken);
  }

  #end(broken = false): void {
    clearTimeout(this.#timer);
    this.#over ??= new Error("the transaction is over");
    this.#connection.release(broken);
  }

  /** Releases the locks at once, whatever `work` waits for; the connection is released when `work` ends. */
  #giveUp(timeout: number): void {
    this.#over = new TookTooLong(new Error(`it took longer than ${timeout} ms and was rolled back`));
    this.#connection.query("ROLLBACK").catch(ignore);
  }
}
