/** The part of a generated Prisma client that is the same for every schema. */
export interface AnyPrismaClient {
  $connect(): Promise<void>;
  $disconnect(): Promise<void>;
  $executeRawUnsafe(sql: string, ...values: unknown[]): PromiseLike<number>;
  $transaction<T>(work: (tx: object) => Promise<T>, options?: object): Promise<T>;
}

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
