import { RowsMissing, toId } from "@marketplace/database";
import type { OrdersDatabase, Prisma } from "@marketplace/database/orders";
import { owned } from "@marketplace/object-store";
import type { DueRange, DueRow } from "@marketplace/server";

type Row = Prisma.MessageAttachmentGetPayload<{ include: typeof withMessage }>;

/** A file that was uploaded to be sent; `size` in bytes, `sha256` in hex. */
export interface Attachment extends Omit<Row, "userId" | "message" | "messageId" | "place" | "claimedBy"> {
  userId: number;
  /** The message that it was sent with, if it was. */
  sentWith: { packId: number; fromId: number; toId: number; status: string } | null;
}
export type NewAttachment = Omit<Attachment, "sentWith">;

/** Whose files a site takes from home. */
interface Claim {
  userId: number;
  siteId: string;
}

/** The sweep took the object before its attachment existed. */
export class ObjectSwept extends Error {
  override readonly name = "ObjectSwept";
}

const withMessage = {
  message: { select: { packId: true, fromId: true, toId: true, status: true } },
} satisfies Prisma.MessageAttachmentInclude;

const inserted = `
  INSERT INTO message_attachments (id, user_id, site_id, original_name, type, size, sha256, object_key, created_at)
  VALUES ($1, $2::bigint, $3, $4, $5, $6::int, $7, $8, $9::timestamptz)`;
const taken = `
  UPDATE message_attachments a SET message_id = $3::uuid, place = given.place
  FROM unnest($1::text[]) WITH ORDINALITY AS given (id, place)
  WHERE a.id = given.id AND a.user_id = $2 AND a.message_id IS NULL AND a.claimed_by IS NULL AND a.created_at > $4`;
const isWaiting = "id = ANY ($1::text[]) AND user_id = $2 AND message_id IS NULL";
const claimed = `
  WITH claimed AS (
    UPDATE message_attachments SET claimed_by = $3 WHERE ${isWaiting} AND coalesce(claimed_by, $3) = $3 RETURNING *)
  SELECT json_agg(to_jsonb(claimed) - 'claimed_by')::text AS rows FROM claimed`;
// Of any unique index: with `(id)` two insertions at once may fail by the unique `object_key`.
const received = `
  INSERT INTO message_attachments SELECT * FROM json_populate_recordset(NULL::message_attachments, $1::json)
  ON CONFLICT DO NOTHING`;
const removed = `
  DELETE FROM message_attachments WHERE id = ANY (ARRAY(
    SELECT id FROM message_attachments WHERE message_id IS NULL AND created_at <= $1
    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING object_key AS "objectKey"`;

/** How long a file waits for its message: after that no message can take it. */
export const unusedMs = 48 * 3_600_000;
const unusedBefore = (now: Date): Date => new Date(now.getTime() - unusedMs);

export type AttachmentsRepo = ReturnType<typeof createAttachmentsRepo>;

/** Attachments in Postgres. Every call takes part in the ambient transaction. */
export function createAttachmentsRepo(db: OrdersDatabase) {
  return {
    async find(id: string): Promise<Attachment | undefined> {
      const row = await db.current().messageAttachment.findUnique({ where: { id }, include: withMessage });
      return row ? toAttachment(row) : undefined;
    },
    async holds(id: string): Promise<boolean> {
      return (await db.query("SELECT FROM message_attachments WHERE id = $1", [id])).length > 0;
    },
    /**
     * A user's files that wait, as JSON for `receive` of the site's database; `undefined` without any. From
     * then on no message here and no other site can have them.
     */
    async claim(ids: readonly string[], { userId, siteId }: Claim): Promise<string | undefined> {
      const [row] = await db.query<{ rows: string | null }>(claimed, [ids, userId, siteId]);
      return row?.rows ?? undefined;
    },
    async receive(rows: string): Promise<void> {
      await db.execute(received, [rows]);
    },
    /** Forgets a user's files that the site has; their objects are its database's. */
    async forget(ids: readonly string[], { userId, siteId }: Claim): Promise<void> {
      const forgotten = `DELETE FROM message_attachments WHERE ${isWaiting} AND claimed_by = $3`;
      await db.execute(forgotten, [ids, userId, siteId]);
    },
    /** Adds an attachment and takes its object over; `ObjectSwept` when the sweep has begun to remove it. */
    async add(file: NewAttachment): Promise<void> {
      const { id, userId, siteId, originalName, type, size, sha256, objectKey, createdAt } = file;
      const values = [id, userId, siteId, originalName, type, size, sha256, objectKey, createdAt];
      try {
        await db.change([owned([objectKey]), { statement: inserted, values }]);
      } catch (error) {
        if (!(error instanceof RowsMissing)) throw error;
        throw new ObjectSwept("the object was swept before its attachment existed", { cause: error });
      }
    },
    /** Gives a user's files that wait to a message, in this order; tells how many there were. */
    take: (
      ids: readonly string[],
      { userId, messageId, now }: { userId: number; messageId: string; now: Date },
    ): Promise<number> => db.execute(taken, [ids, userId, messageId, unusedBefore(now)]),
    /** Files whose time ends within a range. */
    ending: ({ after, until, limit }: DueRange) =>
      db.query<DueRow>(
        `SELECT created_at + $4 * interval '1 ms' AS at, '/messages/attachments/' || id AS id
         FROM message_attachments WHERE message_id IS NULL AND created_at > $1 AND created_at <= $2
         ORDER BY created_at, id COLLATE "C" LIMIT $3`,
        [unusedBefore(after), unusedBefore(until), limit, unusedMs],
      ),
    /** Removes files that no message has used in time, and gives the keys of their objects. */
    async removeUnused(now: Date, limit: number): Promise<string[]> {
      const rows = await db.query<{ objectKey: string }>(removed, [unusedBefore(now), limit]);
      return rows.map(({ objectKey }) => objectKey);
    },
  };
}

function toAttachment({ message, messageId: _, place: __, claimedBy: ___, userId, ...row }: Row): Attachment {
  const sentWith = message && {
    packId: toId(message.packId),
    fromId: toId(message.fromId),
    toId: toId(message.toId),
    status: message.status,
  };
  return { ...row, userId: toId(userId), sentWith };
}
