import type { Database, TransactionClient } from "./database.ts";
import { PrismaClient } from "./generated/invoices/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/invoices/client.ts";

/** The database of invoices. */
export type InvoicesDatabase = Database<PrismaClient>;
/** The Prisma client of invoices inside a transaction. */
export type InvoicesTransaction = TransactionClient<PrismaClient>;

/** Opens the database of invoices; connects at the first query. */
export function openInvoicesDatabase(options: DatabaseOptions): InvoicesDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
