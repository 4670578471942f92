import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { currentFrame, type Frame, newFrame, outsideTransactions, runInFrame } from "./ambient.ts";
import { isSerializationFailure, toDatabaseError } from "./errors.ts";
import type { DatabaseLog } from "./log.ts";

/** A Prisma client as it is inside a transaction. */
export type TransactionClient<Client> = Omit<
  Client,
  "$connect" | "$disconnect" | "$on" | "$use" | "$extends" | "$transaction"
>;

/** How to run an outermost transaction. Times are milliseconds. */
export interface TransactionOptions {
  /** Default: Postgres's own, ReadCommitted. */
  readonly isolationLevel?: "ReadCommitted" | "RepeatableRead" | "Serializable";
  /** Longest duration before it is rolled back; default 30 s. */
  readonly timeout?: number;
}

/** The part of a generated Prisma client that is the same for every schema. */
export interface AnyPrismaClient {
  $connect(): Promise<void>;
  $disconnect(): Promise<void>;
  $executeRawUnsafe(sql: string, ...values: unknown[]): PromiseLike<number>;
  $transaction<T>(work: (tx: AnyTransaction) => Promise<T>, options?: object): Promise<T>;
}
type AnyTransaction = Pick<AnyPrismaClient, "$executeRawUnsafe">;

const maxRetries = 3;

/** One service's database: a Prisma client, its connections, and the transaction that the present request is in. */
export class Database<Client extends AnyPrismaClient> {
  /** Never inside the present transaction; repositories use `current()`. */
  readonly client: Client;
  readonly pool: pg.Pool;
  readonly #log: DatabaseLog;

  constructor(client: Client, pool: pg.Pool, log: DatabaseLog) {
    this.client = client;
    this.pool = pool;
    this.#log = log;
  }

  /** The client of the present transaction, or outside of any the plain client. */
  current(): TransactionClient<Client> {
    // A frame of this database holds nothing but clients of its transactions.
    return (currentFrame(this)?.client ?? this.client) as TransactionClient<Client>;
  }

  /**
   * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Inside another one it takes
   * part in that, behind a savepoint, so that catching its error leaves the outer one usable. An outermost transaction
   * that Postgres gave up for a deadlock or a serialization failure runs again, up to three times.
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

  /** Runs `callback` once the outermost transaction has committed (never if it does not); at once outside of any. */
  afterCommit(callback: () => void | Promise<void>): void {
    const frame = currentFrame(this);
    if (frame) frame.afterCommit.push(callback);
    else void this.#runCallbacks([callback]);
  }

  /** Ends all connections; waits for those in use. */
  async close(): Promise<void> {
    await this.client.$disconnect();
    await this.pool.end();
  }

  async #outermost<T>(work: (tx: TransactionClient<Client>) => Promise<T>, options: TransactionOptions) {
    for (let retries = 0; ; retries++) {
      try {
        const { result, callbacks } = await this.#once(work, options);
        await this.#runCallbacks(callbacks);
        return result;
      } catch (error) {
        if (retries === maxRetries || !isSerializationFailure(error)) throw toDatabaseError(error);
        this.#log.warn({ err: error }, "a transaction is run again after a conflict");
        // Two that met must not meet again in step.
        await delay(Math.random() * 20 * 2 ** retries);
      }
    }
  }

  #once<T>(work: (tx: TransactionClient<Client>) => Promise<T>, options: TransactionOptions) {
    return this.client.$transaction(
      async (tx) => {
        const frame = newFrame(tx);
        const result = await runInFrame(this, frame, () => work(this.current()));
        await assertUsable(frame, tx);
        return { result, callbacks: frame.afterCommit };
      },
      { timeout: 30_000, maxWait: 10_000, ...options },
    );
  }

  async #nested<T>(parent: Frame, work: (tx: TransactionClient<Client>) => Promise<T>): Promise<T> {
    // As in `current`.
    const tx = parent.client as AnyTransaction;
    const frame = newFrame(tx, parent);
    await tx.$executeRawUnsafe("SAVEPOINT nested");
    try {
      const result = await runInFrame(this, frame, () => work(this.current()));
      await assertUsable(frame, tx);
      await tx.$executeRawUnsafe("RELEASE SAVEPOINT nested");
      parent.afterCommit.push(...frame.afterCommit);
      return result;
    } catch (error) {
      // The first error is the one to tell; if even this fails, the outer transaction fails by itself.
      await undoNested(tx).catch(() => {});
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

/** Leaves no savepoint behind: the outer ones have the same name. */
async function undoNested(tx: AnyTransaction): Promise<void> {
  await tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT nested");
  await tx.$executeRawUnsafe("RELEASE SAVEPOINT nested");
}

/** Postgres answers COMMIT of a given-up transaction with a silent rollback; asking anything raises the error. */
async function assertUsable(frame: Frame, tx: AnyTransaction): Promise<void> {
  if (frame.suspect) await tx.$executeRawUnsafe("SELECT 1");
}
