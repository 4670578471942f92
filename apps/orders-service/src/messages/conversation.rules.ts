import { dayMs } from "@marketplace/conventions";
import type { OrderStatus } from "../orders/order-record.schema.ts";

/** Why a conversation takes no messages, the first reason that holds. */
export const blockReasons = [
  "blocked_by_cancelled_order",
  "blocked_by_refund",
  "blocked_by_payment",
  "blocked_by_fulfillment",
  "blocked_by_buyer",
  "blocked_by_time",
] as const;
export type BlockReason = (typeof blockReasons)[number];

export type Role = "seller" | "buyer";

/** What an order of the pack says about its conversation. */
export interface SaleFacts {
  status: OrderStatus;
  logisticType: string;
  shippingStatus: string | null;
  shipmentId: number | null;
  createdAt: Date;
  /** When it was first paid. */
  closedAt: Date | null;
  lastUpdated: Date;
  /** The last time that money went back. */
  refundedAt: Date | null;
}

/** What the conversation itself says; a conversation without messages says nothing. */
export interface TalkFacts {
  lastMessageAt: Date | null;
  reopenedAt: Date | null;
  blockedAt: Date | null;
}

/** Whether a conversation takes messages, and since when it does or does not. */
export interface ConversationState {
  substatus: BlockReason | null;
  since: Date;
}

const ended: ReadonlySet<OrderStatus> = new Set(["cancelled", "invalid"]);
const open: ReadonlySet<OrderStatus> = new Set([
  "confirmed",
  "payment_required",
  "payment_in_process",
  "partially_paid",
]);
/** A conversation ends this long after its last message, or after the sale. */
const lifetimeMs = 30 * dayMs;

const latest = (dates: readonly (Date | null)[]): Date =>
  new Date(Math.max(...dates.map((date) => date?.getTime() ?? Number.NEGATIVE_INFINITY)));

/** An order that lost its money again was paid: its conversation is blocked by the refund. */
const isUnpaid = ({ status, closedAt }: SaleFacts): boolean => open.has(status) && closedAt === null;
const waitsForFull = ({ logisticType, shippingStatus }: SaleFacts): boolean =>
  logisticType === "fulfillment" && shippingStatus !== "delivered";

/**
 * The state of a pack's conversation (commerce.md 6). Canceled orders count only when all are; what is left
 * of a pack must be paid, and delivered where the platform's own warehouse ships it. A refund ends the
 * conversation until the buyer writes again, and so do 30 days without a message.
 */
export function conversationState(
  orders: readonly SaleFacts[],
  talk: TalkFacts,
  now: Date,
): ConversationState {
  const live = orders.filter(({ status }) => !ended.has(status));
  const changed = latest(orders.map(({ lastUpdated }) => lastUpdated));
  const sold = latest(live.map(({ closedAt, createdAt }) => closedAt ?? createdAt));
  const began = talk.reopenedAt ? latest([sold, talk.reopenedAt]) : sold;
  if (live.length === 0) return { substatus: "blocked_by_cancelled_order", since: changed };
  const refunded = live.filter(({ refundedAt }) => refundedAt !== null);
  if (refunded.length > 0) {
    const refundedAt = latest(refunded.map((order) => order.refundedAt));
    if (!talk.reopenedAt || talk.reopenedAt <= refundedAt)
      return { substatus: "blocked_by_refund", since: refundedAt };
  }
  if (live.every(isUnpaid)) return { substatus: "blocked_by_payment", since: changed };
  if (live.some(waitsForFull)) return { substatus: "blocked_by_fulfillment", since: sold };
  if (talk.blockedAt) return { substatus: "blocked_by_buyer", since: talk.blockedAt };
  const ends = new Date(latest([began, talk.lastMessageAt]).getTime() + lifetimeMs);
  return ends <= now ? { substatus: "blocked_by_time", since: ends } : { substatus: null, since: began };
}

/** The buyer writes although they blocked the seller, were refunded or let the time pass: that reopens it. */
const reopenedByBuyer: ReadonlySet<BlockReason> = new Set([
  "blocked_by_refund",
  "blocked_by_buyer",
  "blocked_by_time",
]);

/** Whether a side may write. */
export const maySend = (role: Role, { substatus }: ConversationState): boolean =>
  substatus === null || (role === "buyer" && reopenedByBuyer.has(substatus));

/** Whether a side may block and reopen the conversation: the buyer, where writing would reopen it. */
export const mayUpdateStatus = (role: Role, state: ConversationState): boolean =>
  role === "buyer" && maySend(role, state);
