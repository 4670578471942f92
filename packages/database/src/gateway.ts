import type { Database, TransactionClient } from "./database.ts";
import { PrismaClient } from "./generated/gateway/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/gateway/client.ts";

/** The database of gateway. */
export type GatewayDatabase = Database<PrismaClient>;
/** The Prisma client of gateway inside a transaction. */
export type GatewayTransaction = TransactionClient<PrismaClient>;

/** Opens the database of gateway; connects at the first query. */
export function openGatewayDatabase(options: DatabaseOptions): GatewayDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
