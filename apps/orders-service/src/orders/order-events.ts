import type { OccurredEvent } from "@marketplace/events";
import type { Order } from "./orders.repo.ts";

/** The event of an order that was created or changed, for its seller. */
export const orderEvent = ({ id, sellerId }: Order, occurredAt: Date): OccurredEvent => ({
  topic: "orders",
  resource: `/orders/${id}`,
  userId: sellerId,
  occurredAt,
});
