import type { Database } from "./database.ts";
import { PrismaClient } from "./generated/flex/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/flex/client.ts";

export type { DatabaseOptions } from "./open.ts";

export type FlexDatabase = Database<PrismaClient>;

/** Opens the database of flex; connects at the first query. */
export function openFlexDatabase(options: DatabaseOptions): FlexDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
