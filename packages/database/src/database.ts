import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { currentFrame, type Frame, newFrame, outsideTransactions, runInFrame } from "./ambient.ts";
import { answering } from "./answering.ts";
import { asOneStatement, type Change, RowsMissing } from "./changes.ts";
import { tryWithLock } from "./connection.ts";
import { holdingConnection, secondConnectionError } from "./connection-guard.ts";
import { DatabaseUnavailable, isDivisionByZero, isSerializationFailure, toDatabaseError } from "./errors.ts";
import type { DatabaseLog } from "./log.ts";
import { prepared, type StatementNames } from "./prepared-statements.ts";
import type { AnyPrismaClient, TransactionClient, TransactionOptions } from "./prisma-client.ts";
import { everybody } from "./read-replica/last-writes.ts";
import type { Replica } from "./read-replica/replica.ts";
import type { Source } from "./read-replica/source.ts";
import { createSemaphore, type Semaphore } from "./semaphore.ts";
import { Session } from "./session.ts";

export type { AnyPrismaClient, TransactionClient, TransactionOptions } from "./prisma-client.ts";

export interface DatabaseParts {
  readonly log: DatabaseLog;
  readonly nameOf: StatementNames;
  readonly replica?: Replica | undefined;
}

const maxRetries = 3;
const unprepared: StatementNames = () => "";

/** One service's database: a Prisma client, its connections, and the transaction of the present request. */
export class Database<Client extends AnyPrismaClient> {
  /** Never inside the present transaction; repositories use `current()`. */
  readonly client: Client;
  /** Never inside the present transaction, and not for statements of a service: see `query`. */
  readonly pool: pg.Pool;
  /** Resolves when the database answers anybody; for readiness checks. */
  readonly answers: () => Promise<void>;
  readonly #log: DatabaseLog;
  readonly #replica: Replica | undefined;
  readonly #nameOf: StatementNames;
  readonly #transactionSlots: Semaphore;

  constructor(client: Client, pool: pg.Pool, { log, nameOf, replica }: DatabaseParts) {
    this.client = client;
    this.pool = pool;
    this.answers = answering(pool);
    this.#log = log;
    this.#nameOf = nameOf;
    this.#replica = replica;
    this.#transactionSlots = transactionSlots(pool);
  }

  /** Prisma's client of the present transaction, or outside of any the plain client. */
  current(): TransactionClient<Client> {
    // The client of a session is a client of this database inside the session's transaction.
    return (currentFrame(this)?.session.client ?? this.client) as TransactionClient<Client>;
  }

  /**
   * Runs a prepared statement with values for its `$1`, `$2`, …, in the present transaction or outside of any
   * on its own. A statement outside of a transaction runs again after a deadlock or a serialization failure.
   * Gives the rows, columns as they are named in SQL: BIGINT as number, NUMERIC as string, timestamps as
   * Date.
   */
  async query<Row extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return (await this.#run<Row>(statement, values)).rows;
  }

  /** As `query`, not prepared: Postgres plans a statement whose best plan depends on the values each time. */
  async queryUnprepared<Row extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return (await this.#run<Row>(statement, values, unprepared)).rows;
  }

  /** As `query`, and gives the number of rows that were changed. */
  async execute(statement: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#run(statement, values)).rowCount ?? 0;
  }

  /**
   * Makes several changes as one statement in one round trip: all or none, and none sees what another
   * changed. Throws `RowsMissing` when one does not affect the rows that it must.
   */
  async change(changes: readonly Change[]): Promise<void> {
    const { statement, values } = asOneStatement(changes);
    try {
      await this.#run(statement, values);
    } catch (error) {
      if (isDivisionByZero(error)) throw new RowsMissing("a change did not find its rows", { cause: error });
      throw error;
    }
    for (const { afterCommit } of changes) if (afterCommit) this.afterCommit(afterCommit);
  }

  /**
   * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. A nested call runs
   * behind a savepoint, so that the outer transaction stays usable when its error is caught. An outermost
   * transaction runs again, up to three times, after a deadlock or a serialization failure.
   */
  async transaction<T>(
    work: (tx: TransactionClient<Client>) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const parent = currentFrame(this);
    if (!parent) return this.#outermost(work, options);
    if (options.isolationLevel) throw new Error("a nested transaction cannot choose its isolation level");
    const result = parent.turn.then(() => this.#nested(parent, work));
    parent.turn = result.catch(() => {});
    return result;
  }

  /** Runs `callback` once the outermost transaction has committed; at once outside of any. */
  afterCommit(callback: () => void | Promise<void>): void {
    const frame = currentFrame(this);
    if (frame) frame.afterCommit.push(callback);
    else void this.#runCallbacks([callback]);
  }

  /**
   * Reads from a replica that has the caller's own writes and is at most 10 s behind in the writes of others;
   * from the primary when there is none. `work` only reads and may run twice. Do not use it after a change in
   * the same request, nor for what is cached for other callers. In a transaction it reads from that. Without
   * a caller no writes are waited for.
   */
  async readYourWrites<T>(caller: number | undefined, work: (source: Source) => Promise<T>): Promise<T> {
    if (!this.#replica || currentFrame(this)) return work(this);
    return this.#replica.read(caller, this, work);
  }

  /**
   * Runs `work`, which may change something for a caller, and records the position of the write in the log,
   * whether it succeeds or not: from then on `readYourWrites` of this caller sees it in every process. An
   * unknown caller counts as everybody. Throws `DatabaseUnavailable` when the position cannot be recorded,
   * although the change stands: a read on a replica could miss it.
   */
  async recordWrite<T>(caller: number | undefined, work: () => Promise<T>): Promise<T> {
    const replica = this.#replica;
    if (!replica) return work();
    const written = () => replica.written([caller ?? everybody]);
    const result = await work().catch(async (error: unknown) => {
      // What a failed request changed so far counts. A database that is gone is not asked once more.
      if (!(toDatabaseError(error) instanceof DatabaseUnavailable)) await written();
      throw error;
    });
    await written();
    return result;
  }

  /** Whether there is a replica, which may not have the latest writes yet. */
  get replicated(): boolean {
    return this.#replica !== undefined;
  }

  /** Seconds that the replica is behind; rejects without one, and while that is not known. */
  async replicaLagSeconds(): Promise<number> {
    if (!this.#replica) throw new Error("there is no replica");
    return this.#replica.lagSeconds();
  }

  /** Lets `readYourWrites` of these users see what is committed by now; call it before notifying them. */
  async recordWritesFor(users: readonly number[]): Promise<void> {
    await this.#replica?.written(users);
  }

  /** Runs work under an advisory lock of this name, or gives `undefined` when any process has it. */
  tryWithLock<T>(
    name: readonly [kind: string, name: string],
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    return tryWithLock(this.pool, name, work);
  }

  /** Ends all connections; waits for those in use. */
  async close(): Promise<void> {
    await this.#replica?.close();
    await this.client.$disconnect();
    await this.pool.end();
  }

  async #run<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
    nameOf = this.#nameOf,
  ): Promise<pg.QueryResult<Row>> {
    const statement = prepared(nameOf, text, values);
    const session = currentFrame(this)?.session;
    if (!session) return this.#retryConflicts(() => this.pool.query<Row>(statement));
    return session.query<Row>(statement).catch((error: unknown) => {
      throw toDatabaseError(error);
    });
  }

  async #outermost<T>(work: (tx: TransactionClient<Client>) => Promise<T>, options: TransactionOptions) {
    const { result, callbacks } = await this.#retryConflicts(() => this.#once(work, options));
    await this.#runCallbacks(callbacks);
    return result;
  }

  async #retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
    for (let retries = 0; ; retries++) {
      try {
        return await attempt();
      } catch (error) {
        if (retries === maxRetries || !isSerializationFailure(error)) throw toDatabaseError(error);
        this.#log.warn({ err: error }, "a transaction is run again after a conflict");
        // Jitter, so that two transactions do not conflict again in step.
        await delay(Math.random() * 20 * 2 ** retries);
      }
    }
  }

  async #once<T>(work: (tx: TransactionClient<Client>) => Promise<T>, options: TransactionOptions) {
    const refused = secondConnectionError();
    if (refused) throw refused;
    const end = await this.#transactionSlots.acquire();
    try {
      return await this.#inSession(await Session.begin(this.pool, this.client, options), work);
    } finally {
      end();
    }
  }

  async #inSession<T>(session: Session, work: (tx: TransactionClient<Client>) => Promise<T>) {
    try {
      const frame = newFrame(session);
      const result = await holdingConnection(() => runInFrame(this, frame, () => work(this.current())));
      await session.commit();
      return { result, callbacks: frame.afterCommit };
    } catch (error) {
      await session.rollback();
      throw error;
    }
  }

  async #nested<T>(parent: Frame, work: (tx: TransactionClient<Client>) => Promise<T>): Promise<T> {
    const { session } = parent;
    const frame = newFrame(session, parent);
    await session.query("SAVEPOINT nested");
    try {
      const result = await runInFrame(this, frame, () => work(this.current()));
      // Postgres refuses this if a statement failed, even one whose failure was swallowed.
      await session.query("RELEASE SAVEPOINT nested");
      parent.afterCommit.push(...frame.afterCommit);
      return result;
    } catch (error) {
      // The first error counts; if even this fails, the outer transaction fails too.
      await undoNested(session).catch(() => {});
      throw error;
    }
  }

  async #runCallbacks(callbacks: ReadonlyArray<() => void | Promise<void>>): Promise<void> {
    for (const callback of callbacks) {
      try {
        await outsideTransactions(callback);
      } catch (error) {
        // The change is committed: a failing callback must not make it look as if it were not.
        this.#log.error({ err: error }, "a callback after commit failed");
      }
    }
  }
}

/**
 * Transactions hold their connections while they wait for each other's rows. They get three quarters of the
 * pool, so that reads outside of transactions are served meanwhile; all of a pool with fewer than four
 * connections.
 */
function transactionSlots({ options: { max, connectionTimeoutMillis = 0 } }: pg.Pool): Semaphore {
  return createSemaphore(max - Math.floor(max / 4), connectionTimeoutMillis);
}

/** Leaves no savepoint behind: the outer ones have the same name. */
async function undoNested(session: Session): Promise<void> {
  await session.query("ROLLBACK TO SAVEPOINT nested");
  await session.query("RELEASE SAVEPOINT nested");
}
