import { dayMs } from "@marketplace/conventions";
import type { Order } from "../orders/orders.repo.ts";

export const ratings = ["positive", "neutral", "negative"] as const;
export type Rating = (typeof ratings)[number];

/** `sale` is the seller's feedback, `purchase` the buyer's. */
export type Side = "sale" | "purchase";

type Parties = Pick<Order, "sellerId" | "buyerId">;

export function sideOf({ sellerId, buyerId }: Parties, userId: number): Side | undefined {
  if (userId === sellerId) return "sale";
  return userId === buyerId ? "purchase" : undefined;
}

/** Who says it, and of whom. */
export const partiesOf = ({ sellerId, buyerId }: Parties, side: Side) =>
  side === "sale" ? { from: sellerId, to: buyerId } : { from: buyerId, to: sellerId };

/** Orders expire 28 days after their creation (spec: commerce.md 1.2). */
const openForMs = 28 * dayMs;
const replyForMs = 14 * dayMs;

/** Whether it is too late to say that an order was not fulfilled. */
export const isExpired = ({ createdAt }: Pick<Order, "createdAt">, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > openForMs;

/** Whether the 14 days of a reply are over: from when the other side could read the feedback. */
export const isReplyLate = (visibleAt: Date, now: Date): boolean =>
  now.getTime() - visibleAt.getTime() > replyForMs;

/** Whether a user may read it: its author at once, the other side once both have given theirs. */
export const isVisible = (
  { side, visibleAt }: { side: Side; visibleAt: Date | null },
  order: Parties,
  userId: number,
): boolean => visibleAt !== null || partiesOf(order, side).from === userId;
