import type { Database, TransactionClient } from "./database.ts";
import { PrismaClient } from "./generated/questions/client.ts";
import { type DatabaseOptions, openDatabase } from "./open.ts";

export { Prisma } from "./generated/questions/client.ts";

/** The database of questions. */
export type QuestionsDatabase = Database<PrismaClient>;
/** The Prisma client of questions inside a transaction. */
export type QuestionsTransaction = TransactionClient<PrismaClient>;

/** Opens the database of questions; connects at the first query. */
export function openQuestionsDatabase(options: DatabaseOptions): QuestionsDatabase {
  return openDatabase(options, (adapter) => new PrismaClient({ adapter }));
}
