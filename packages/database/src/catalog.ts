import type { Database, TransactionClient } from "./database.ts";
import { PrismaClient } from "./generated/catalog/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/catalog/client.ts";

/** The database of catalog. */
export type CatalogDatabase = Database<PrismaClient>;
/** The Prisma client of catalog inside a transaction. */
export type CatalogTransaction = TransactionClient<PrismaClient>;

/** Opens the database of catalog; connects at the first query. */
export function openCatalogDatabase(options: DatabaseOptions): CatalogDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
