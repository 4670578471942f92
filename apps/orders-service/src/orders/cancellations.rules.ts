import type { Caller } from "@marketplace/conventions";
import type { CancelDetail, Order } from "./order-record.schema.ts";

/** Groups, codes and words of cancellations (spec: commerce.md 1.4). */
const reasons = {
  buyer: { group: "buyer", code: "buyer_cancel_express", description: "The buyer canceled the purchase" },
  seller: { group: "seller", code: "seller_cancelled", description: "The seller canceled the sale" },
  operator: {
    group: "internal",
    code: "operator_refunded",
    description: "An operator gave the payment back",
  },
  fraud: { group: "internal", code: "fraud", description: "The purchase was a fraud" },
  // Only as a request to stop the shipment: the order stays as the feedback of its seller made it.
  unfulfilled: { group: "seller", code: "unfulfilled", description: "The seller did not fulfill the sale" },
  payment_expired: {
    group: "internal",
    code: "payment_expired",
    description: "The purchase was not paid in time",
  },
  shipment_not_delivered: {
    group: "shipment",
    code: "shipment_not_delivered",
    description: "The shipment was not delivered",
  },
} as const;
export type CancelReason = keyof typeof reasons;

export function cancelDetails(
  reason: CancelReason,
  { caller, at }: { caller?: Caller | undefined; at: Date },
): CancelDetail {
  return {
    ...reasons[reason],
    requested_by: reason === "buyer" || reason === "seller" ? reason : null,
    date: at.toISOString(),
    application_id: caller?.applicationId ?? null,
  };
}

/** Whether a request only stops the shipment of a sale that did not come about. */
export const stopsShipmentOnly = ({ code }: CancelDetail): boolean => code === reasons.unfulfilled.code;

/** Whether nothing can happen to an order any more. */
export const isOver = ({ status }: Pick<Order, "status">): boolean =>
  status === "cancelled" || status === "invalid";

/** Whether nothing is to be sent: the order is over, was not fulfilled, or waits for its cancellation. */
export const isNotSent = (order: Pick<Order, "status" | "unfulfilled" | "cancelRequest">): boolean =>
  isOver(order) || order.unfulfilled || order.cancelRequest !== null;

/** The statuses of a shipment whose goods have left the seller. */
export const leftStatuses: readonly string[] = ["shipped", "delivered", "not_delivered"];

/** Whether the goods have left the seller, as far as flex-service has told. */
export const hasLeft = ({ shippingStatus, delivered }: Order): boolean =>
  delivered || (shippingStatus !== null && leftStatuses.includes(shippingStatus));
