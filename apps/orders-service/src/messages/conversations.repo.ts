import type { OrdersDatabase } from "@marketplace/database/orders";
import type { OrderStatus } from "../orders/order-record.schema.ts";
import type { SaleFacts, TalkFacts } from "./conversation.rules.ts";

/** A sale whose sides may write to each other. */
export interface Sale {
  id: number;
  siteId: string;
  sellerId: number;
  buyerId: number;
}

/** The conversation of a sale; one without messages has no row. */
export interface Conversation extends TalkFacts {
  /** How often the buyer has written. */
  round: number;
}

const none: Conversation = { round: 0, lastMessageAt: null, reopenedAt: null, blockedAt: null };

// With an order's lock: a sale goes to its site's database as a whole.
const opened = `
  WITH sale AS (
    SELECT id FROM orders WHERE id = coalesce((SELECT id FROM orders WHERE pack_id = $1 LIMIT 1), $1) FOR KEY SHARE)
  INSERT INTO conversations (pack_id, site_id, seller_id, buyer_id)
  SELECT $1::bigint, $2::text, $3::bigint, $4::bigint FROM sale
  ON CONFLICT (pack_id) DO UPDATE SET pack_id = excluded.pack_id
  RETURNING round, last_message_at AS "lastMessageAt", reopened_at AS "reopenedAt", blocked_at AS "blockedAt"`;

// The shipment of an item that was on Flex goes by Flex, whatever its own logistic type.
const facts = `
  SELECT o.status, CASE WHEN o.self_service THEN 'self_service' ELSE o.logistic_type END AS "logisticType",
    o.shipping_status AS "shippingStatus",
    o.shipment_id AS "shipmentId", o.created_at AS "createdAt", o.closed_at AS "closedAt",
    o.last_updated AS "lastUpdated",
    (SELECT max(r.created_at) FROM payments p JOIN refunds r ON r.payment_id = p.id WHERE p.order_id = o.id)
      AS "refundedAt"
  FROM orders o WHERE o.pack_id = $1 OR (o.id = $1 AND o.pack_id IS NULL) ORDER BY o.id`;

export type ConversationsRepo = ReturnType<typeof createConversationsRepo>;

/** Conversations in Postgres. Every call takes part in the ambient transaction. */
export function createConversationsRepo(db: OrdersDatabase) {
  return {
    async find(packId: number): Promise<Conversation> {
      const where = { packId };
      return (await db.current().conversation.findUnique({ where })) ?? none;
    },
    /** Locks the conversation of a sale until the end of the transaction, and makes it if there is none. */
    async lock({ id, siteId, sellerId, buyerId }: Sale): Promise<Conversation> {
      const [row] = await db.query<Conversation>(opened, [id, siteId, sellerId, buyerId]);
      if (!row) throw new Error("the sale is in another database");
      return row;
    },
    /** What the orders of a pack, or the order without one, say about their conversation. */
    async saleFacts(packId: number): Promise<SaleFacts[]> {
      return db.query<SaleFacts & { status: OrderStatus }>(facts, [packId]);
    },
    /** Records a message that both sides see. The buyer's begins a new round and reopens the conversation. */
    async noteMessage(packId: number, at: Date, { byBuyer }: { byBuyer: boolean }): Promise<void> {
      const reopened = byBuyer ? { round: { increment: 1 }, reopenedAt: at, blockedAt: null } : {};
      await db.current().conversation.update({
        where: { packId },
        data: { lastMessageAt: at, ...reopened },
      });
    },
    /** The buyer takes no messages any more, or takes them again. */
    async setBlocked(packId: number, at: Date, blocked: boolean): Promise<void> {
      const data = blocked ? { blockedAt: at } : { blockedAt: null, reopenedAt: at };
      await db.current().conversation.update({ where: { packId }, data });
    },
  };
}
