import { randomUUID } from "node:crypto";
import { isUniqueViolation, toId } from "@marketplace/database";
import type { OrdersDatabase, Prisma } from "@marketplace/database/orders";
import type { Role } from "./conversation.rules.ts";
import type { Moderation } from "./message-text.rules.ts";

type Row = Prisma.MessageGetPayload<{ include: typeof withFiles }>;
type FileRow = Row["attachments"][number];
type Converted = "position" | "packId" | "applicationId" | "fromId" | "toId" | "attachments";

/** A file that was sent with a message. */
export interface SentFile extends Pick<FileRow, "id" | "originalName" | "type" | "size" | "createdAt"> {}

/** A message as it was sent; its id in hex, without dashes. */
export interface Message extends Omit<Row, Converted | "conversation"> {
  packId: number;
  applicationId: number;
  fromId: number;
  toId: number;
  siteId: string;
  sellerId: number;
  attachments: SentFile[];
}

/** A message before it has an id. */
export interface NewMessage {
  packId: number;
  applicationId: number;
  fromId: number;
  toId: number;
  text: string;
  moderation: Moderation;
  option?: { id: string; round: number } | undefined;
  first: boolean;
  createdAt: Date;
}

/** The option was used in this round already. */
export class OptionUsed extends Error {
  override readonly name = "OptionUsed";
}

const withFiles = {
  conversation: { select: { siteId: true, sellerId: true } },
  attachments: { orderBy: { place: "asc" } },
} satisfies Prisma.MessageInclude;

const read = `
  UPDATE messages SET read_at = $3 WHERE pack_id = $1 AND to_id = $2 AND status = 'available' AND read_at IS NULL
  RETURNING replace(id::text, '-', '') AS id, from_id AS "fromId"`;
const countUnread = `
  SELECT m.pack_id AS "packId", c.seller_id AS "sellerId", count(*)::int AS count, max(m.created_at) AS latest
  FROM messages m JOIN conversations c USING (pack_id)
  WHERE m.to_id = $1 AND m.read_at IS NULL AND m.status = 'available'`;
const unreadOf = {
  pack: `${countUnread} AND m.pack_id = $2 GROUP BY m.pack_id, c.seller_id`,
  seller: `${countUnread} AND c.seller_id = $1 GROUP BY m.pack_id, c.seller_id ORDER BY max(m.position) DESC LIMIT $2`,
  buyer: `${countUnread} AND c.buyer_id = $1 GROUP BY m.pack_id, c.seller_id ORDER BY max(m.position) DESC LIMIT $2`,
};

/** Unread messages of one conversation. */
export interface UnreadCount {
  packId: number;
  sellerId: number;
  count: number;
  /** When the newest of them was sent. */
  latest: Date;
}

export type MessagesRepo = ReturnType<typeof createMessagesRepo>;

/** Messages in Postgres. Every call takes part in the ambient transaction. */
export function createMessagesRepo(db: OrdersDatabase) {
  const table = () => db.current().message;
  const visibleTo = (packId: number, userId: number) => ({
    packId,
    OR: [{ fromId: userId }, { status: "available" }],
  });
  return {
    async find(id: string): Promise<Message | undefined> {
      const row = await table().findUnique({ where: { id: uuidOf(id) }, include: withFiles });
      return row ? toMessage(row) : undefined;
    },
    async holds(id: string): Promise<boolean> {
      return (await db.query("SELECT FROM messages WHERE id = $1::uuid", [uuidOf(id)])).length > 0;
    },
    /** A block of the messages that a user may see, the newest first, and how many there are. */
    async page(packId: number, userId: number, { limit, offset }: { limit: number; offset: number }) {
      const where = visibleTo(packId, userId);
      const total = await table().count({ where });
      const order = { orderBy: { position: "desc" as const }, include: withFiles };
      const rows = await table().findMany({ where, ...order, skip: offset, take: limit });
      return { total, messages: rows.map(toMessage) };
    },
    /** Whether a conversation whose row is locked has no message yet. */
    async isFirst(packId: number): Promise<boolean> {
      return (await table().findFirst({ where: { packId }, select: { id: true } })) === null;
    },
    /** Adds a message to a locked conversation; `OptionUsed` when its option was used in this round. */
    async add({ moderation, option, ...message }: NewMessage): Promise<string> {
      const data = {
        ...message,
        id: randomUUID(),
        status: moderation === "rejected" ? "moderated" : "available",
        moderationStatus: moderation,
        optionId: option?.id ?? null,
        optionRound: option?.round ?? null,
      };
      try {
        const { id } = await table().create({ data, select: { id: true } });
        return hexOf(id);
      } catch (error) {
        if (!isUniqueViolation(error, "messages_option")) throw error;
        throw new OptionUsed("the option was used in this round", { cause: error });
      }
    },
    /** Marks what a user received as read, each message once, and gives the messages that are read now. */
    markRead: (packId: number, userId: number, at: Date): Promise<{ id: string; fromId: number }[]> =>
      db.query(read, [packId, userId, at]),
    /** Conversations with messages that a user has not read, those with the newest messages first. */
    unread: (userId: number, role: Role, limit: number): Promise<UnreadCount[]> =>
      db.query(unreadOf[role], [userId, limit]),
    async unreadIn(packId: number, userId: number): Promise<number> {
      const [found] = await db.query<UnreadCount>(unreadOf.pack, [userId, packId]);
      return found?.count ?? 0;
    },
    /** The options of the action guide that were used in a round. */
    async usedOptions(packId: number, round: number): Promise<ReadonlySet<string>> {
      const rows = await table().findMany({
        where: { packId, optionRound: round },
        select: { optionId: true },
      });
      return new Set(rows.map(({ optionId }) => optionId ?? ""));
    },
  };
}

const hexOf = (uuid: string): string => uuid.replaceAll("-", "");
const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

function toMessage({ conversation, position: _, ...row }: Row): Message {
  return {
    ...row,
    id: hexOf(row.id),
    packId: toId(row.packId),
    applicationId: toId(row.applicationId),
    fromId: toId(row.fromId),
    toId: toId(row.toId),
    siteId: conversation.siteId,
    sellerId: toId(conversation.sellerId),
  };
}
