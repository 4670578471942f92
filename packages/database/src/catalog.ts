import type { Database } from "./database.ts";
import { PrismaClient } from "./generated/catalog/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/catalog/client.ts";
export type { DatabaseOptions } from "./open.ts";

export type CatalogDatabase = Database<PrismaClient>;

/** Opens the database of catalog; connects at the first query. */
export function openCatalogDatabase(options: DatabaseOptions): CatalogDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
