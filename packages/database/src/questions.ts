import type { Database } from "./database.ts";
import { PrismaClient } from "./generated/questions/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/questions/client.ts";

export type { DatabaseOptions } from "./open.ts";

export type QuestionsDatabase = Database<PrismaClient>;

/** Opens the database of questions; connects at the first query. */
export function openQuestionsDatabase(options: DatabaseOptions): QuestionsDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
