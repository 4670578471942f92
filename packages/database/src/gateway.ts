import type { Database } from "./database.ts";
import { PrismaClient } from "./generated/gateway/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/gateway/client.ts";

export type GatewayDatabase = Database<PrismaClient>;

/** Opens the database of gateway; connects at the first query. */
export function openGatewayDatabase(options: DatabaseOptions): GatewayDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
