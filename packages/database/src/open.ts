import { PrismaPg } from "@prisma/adapter-pg";
import { type AnyPrismaClient, Database } from "./database.ts";
import { toDatabaseError } from "./errors.ts";
import { toId } from "./ids.ts";
import { silentLog } from "./log.ts";
import { openPool, type PoolOptions } from "./pool.ts";
import { preparedStatementNames } from "./prepared-statements.ts";

/** Options of every `open…Database`. */
export type DatabaseOptions = PoolOptions;

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
  const adapter = new PrismaPg(pool, { statementNameGenerator: preparedStatementNames() });
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
  return new Database(extended as Client, pool, log);
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
