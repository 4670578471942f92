import { toId } from "@marketplace/database";
import type { QuestionsDatabase } from "@marketplace/database/questions";

export type BlacklistRepo = ReturnType<typeof createBlacklistRepo>;

interface ListedBlocked {
  limit: number;
  offset: number;
  /** Only this user, if they are blocked. */
  userId?: number | undefined;
}

/** The users that sellers have blocked from asking. */
export function createBlacklistRepo(db: QuestionsDatabase) {
  const table = () => db.current().blockedAsker;
  return {
    /** Blocks a user. A repetition keeps the first `blockedAt`. */
    async block(sellerId: number, userId: number, blockedAt: Date): Promise<void> {
      await table().createMany({ data: [{ sellerId, userId, blockedAt }], skipDuplicates: true });
    },
    /** Gives whether the user was blocked. */
    async unblock(sellerId: number, userId: number): Promise<boolean> {
      return (await table().deleteMany({ where: { sellerId, userId } })).count > 0;
    },
    async isBlocked(sellerId: number, userId: number): Promise<boolean> {
      return (await table().count({ where: { sellerId, userId } })) > 0;
    },
    async list(sellerId: number, { limit, offset, userId }: ListedBlocked) {
      const where = { sellerId, ...(userId !== undefined && { userId }) };
      const orderBy = [{ blockedAt: "asc" as const }, { userId: "asc" as const }];
      const [rows, total] = await Promise.all([
        table().findMany({ where, orderBy, take: limit, skip: offset }),
        table().count({ where }),
      ]);
      return { users: rows.map((row) => ({ userId: toId(row.userId), blockedAt: row.blockedAt })), total };
    },
  };
}
