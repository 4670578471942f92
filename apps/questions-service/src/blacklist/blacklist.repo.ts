import { toId } from "@marketplace/database";
import type { QuestionsDatabase } from "@marketplace/database/questions";

export interface BlockedUser {
  userId: number;
  blockedAt: Date;
}

/** The users that sellers have blocked from asking. */
export interface BlacklistRepo {
  /** Blocks a user. A repetition keeps the first `blockedAt`. */
  block(sellerId: number, userId: number, at: Date): Promise<void>;
  /** Gives whether the user was blocked. */
  unblock(sellerId: number, userId: number): Promise<boolean>;
  list(
    sellerId: number,
    page: { limit: number; offset: number },
  ): Promise<{ users: BlockedUser[]; total: number }>;
}

/** Blacklists in Postgres. The primary key makes blocking idempotent. */
export function createBlacklistRepo(db: QuestionsDatabase): BlacklistRepo {
  const table = () => db.current().blockedAsker;
  return {
    async block(sellerId, userId, blockedAt) {
      await table().createMany({ data: [{ sellerId, userId, blockedAt }], skipDuplicates: true });
    },
    async unblock(sellerId, userId) {
      return (await table().deleteMany({ where: { sellerId, userId } })).count > 0;
    },
    async list(sellerId, { limit, offset }) {
      const where = { sellerId };
      const orderBy = [{ blockedAt: "asc" }, { userId: "asc" }] as const;
      const [rows, total] = await Promise.all([
        table().findMany({ where, orderBy: [...orderBy], take: limit, skip: offset }),
        table().count({ where }),
      ]);
      return { users: rows.map((row) => ({ userId: toId(row.userId), blockedAt: row.blockedAt })), total };
    },
  };
}
