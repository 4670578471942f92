import type { CompleteShipment } from "./complete-shipment.service.ts";

export type Delay = "handling_delayed" | "shipping_delayed" | "sla_delayed";

/** The carrier has it, or the seller who delivers has left. */
const handedOver = ["dropped_off", "picked_up", "in_hub"];

/** When the seller gave it away; null while they have it. */
export function handedOverAt({ history, shippedAt }: CompleteShipment): Date | null {
  const entry = history.find(
    ({ status, substatus }) =>
      ["shipped", "delivered", "not_delivered"].includes(status) ||
      (status === "ready_to_ship" && substatus !== null && handedOver.includes(substatus)),
  );
  return entry ? new Date(entry.date) : shippedAt;
}

/** A seller has no deadline for what is in the platform's warehouse, nor for what was called off. */
export const hasDeadline = ({ status, logisticType }: CompleteShipment): boolean =>
  status !== "cancelled" && logisticType !== "fulfillment";

export interface Late {
  type: Delay;
  /** The end of the time it had. */
  date: Date;
}

/**
 * What is late: handling_delayed while the seller still has it after the deadline, sla_delayed once they gave
 * it away too late, shipping_delayed when it arrived late or has not arrived in time.
 */
export function delaysOf(shipment: CompleteShipment, now: Date): Late[] {
  const { handlingLimitAt, deliveryLimitAt, deliveredAt, notDeliveredAt, shippedAt } = shipment;
  const given = handedOverAt(shipment);
  const late: Late[] = [];
  // What is still being made is not late.
  const mayBeLate = hasDeadline(shipment) && shipment.status !== "pending";
  if (mayBeLate && (given ?? now) > handlingLimitAt)
    late.push({ type: given ? "sla_delayed" : "handling_delayed", date: handlingLimitAt });
  if (shippedAt && (deliveredAt ?? notDeliveredAt ?? now) > deliveryLimitAt)
    late.push({ type: "shipping_delayed", date: deliveryLimitAt });
  return late;
}
