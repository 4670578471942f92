import type { Database } from "./database.ts";
import { PrismaClient } from "./generated/orders/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/orders/client.ts";

export type { DatabaseOptions } from "./open.ts";

export type OrdersDatabase = Database<PrismaClient>;

/** Opens the database of orders; connects at the first query. */
export function openOrdersDatabase(options: DatabaseOptions): OrdersDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
