import type { Database } from "./database.ts";
import { PrismaClient } from "./generated/invoices/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/invoices/client.ts";

export type { DatabaseOptions } from "./open.ts";

export type InvoicesDatabase = Database<PrismaClient>;

/** Opens the database of invoices; connects at the first query. */
export function openInvoicesDatabase(options: DatabaseOptions): InvoicesDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
