import type { Database, TransactionClient } from "./database.ts";
import { PrismaClient } from "./generated/flex/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/flex/client.ts";

/** The database of flex. */
export type FlexDatabase = Database<PrismaClient>;
/** The Prisma client of flex inside a transaction. */
export type FlexTransaction = TransactionClient<PrismaClient>;

/** Opens the database of flex; connects at the first query. */
export function openFlexDatabase(options: DatabaseOptions): FlexDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
