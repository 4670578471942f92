import type { OccurredEvent } from "@marketplace/events";
import type { Payment } from "../payments/payments.repo.ts";
import type { Order } from "./order-record.schema.ts";

/** `orders` is the older name: an application that subscribes to both gets `orders_v2` only. */
const topics = ["orders", "orders_v2"] as const;

const parties = ({ sellerId, buyerId }: Order) => [sellerId, buyerId];

/** The events of an order that was created or changed, for its seller and its buyer. */
export const orderEvents = (order: Order, occurredAt: Date): OccurredEvent[] =>
  topics.flatMap((topic) =>
    parties(order).map((userId) => ({ topic, resource: `/orders/${order.id}`, userId, occurredAt })),
  );

/** The events of a payment that was created or changed. */
export const paymentEvents = (payment: Payment, order: Order, occurredAt: Date): OccurredEvent[] =>
  parties(order).map((userId) => ({
    topic: "payments",
    resource: `/collections/${payment.id}`,
    userId,
    occurredAt,
  }));
