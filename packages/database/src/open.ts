import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { addressOf } from "./address.ts";
import { type AnyPrismaClient, Database } from "./database.ts";
import { toDatabaseError } from "./errors.ts";
import { toId } from "./ids.ts";
import { type DatabaseLog, silentLog } from "./log.ts";
import { openPool, type PoolOptions } from "./pool.ts";
import { statementNames } from "./prepared-statements.ts";
import { Replica } from "./read-replica/replica.ts";
import type { ReadOutcome } from "./read-replica/source.ts";

export interface DatabaseOptions extends PoolOptions {
  /** A standby or a pooler before several, for `Database.readYourWrites`. Needs the table `last_writes`. */
  readonly readUrl?: string | undefined;
  /** Called with the outcome of each `readYourWrites`; never without `readUrl`. */
  readonly onRead?: (went: ReadOutcome) => void;
}

interface Extensible {
  $extends(extension: object): unknown;
}

/** Opens a database with the given generated client; connects at the first query. */
export function openDatabase<Client extends AnyPrismaClient & Extensible>(
  options: DatabaseOptions,
  createClient: (adapter: PrismaPg) => Client,
): Database<Client> {
  const log = options.log ?? silentLog;
  const pool = openPool({ ...options, log });
  const nameOf = statementNames(addressOf(options.url));
  // A list of its own, so that the variants of our searches leave room for Prisma's statements.
  const prismaNameOf = statementNames(addressOf(options.url), "p");
  const adapter = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => prismaNameOf(sql) });
  const plain = createClient(adapter);
  const onError = (error: unknown) => {
    throw toDatabaseError(error);
  };
  const extended = plain.$extends({
    query: {
      async $allOperations({ operation, args, query }: Operation) {
        const result = await query(args).catch(onError);
        return operation.startsWith("$queryRaw") ? withNumbers(result) : result;
      },
    },
  });
  // The extension changes errors and raw values only: all methods keep the generated client's types.
  return new Database(extended as Client, pool, { log, nameOf, replica: replicaOf(options, pool, log) });
}

// Reads can fall back to the primary, so they wait less for a replica.
const replicaTimeouts = { connectTimeout: 1_000, statementTimeout: 5_000 };

function replicaOf({ readUrl, poolSize, onRead }: DatabaseOptions, primary: pg.Pool, log: DatabaseLog) {
  if (readUrl === undefined) return undefined;
  const replica = openPool({ url: readUrl, poolSize, log, ...replicaTimeouts });
  const nameOf = statementNames(addressOf(readUrl));
  return new Replica({ primary, replica, nameOf, log, onRead });
}

interface Operation {
  operation: string;
  args: unknown;
  query(args: unknown): Promise<unknown>;
}

/** Raw rows carry BIGINT columns as bigint, which JSON cannot hold: numbers instead, like the pool's. */
function withNumbers(rows: unknown): unknown {
  if (!Array.isArray(rows)) return rows;
  for (const row of rows) {
    for (const [column, value] of Object.entries(row))
      if (typeof value === "bigint") row[column] = toId(value);
  }
  return rows;
}
