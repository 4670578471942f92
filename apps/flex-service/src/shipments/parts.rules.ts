import { platformTimestamp } from "@marketplace/conventions";
import type { z } from "zod";
import type { CompleteShipment } from "./complete-shipment.service.ts";
import { handedOverAt } from "./delays.rules.ts";
import { methodOf } from "./delivery-option.schema.ts";
import { parcel, shippedItems } from "./parcel.rules.ts";
import type { ShipmentCarrier, ShipmentCosts, ShipmentItem, ShipmentSla } from "./parts.schema.ts";
import { trackingOf } from "./shipment-wire.rules.ts";

export const itemsOf = (shipment: CompleteShipment): z.infer<typeof ShipmentItem>[] =>
  shippedItems(shipment).map(({ item_id, title, quantity, variation_id, order_id }) => ({
    item_id,
    description: title,
    quantity,
    variation_id,
    dimensions: parcel,
    order_id,
    sender_id: shipment.sellerId,
  }));

/** What the buyer does not pay of the price, the seller pays. */
export function costsOf(shipment: CompleteShipment): z.infer<typeof ShipmentCosts> {
  const { cost, listCost, buyerId, sellerId } = shipment;
  const saved = (Math.round(listCost * 100) - Math.round(cost * 100)) / 100;
  const discount = { rate: saved / listCost, type: "optional", promoted_amount: saved };
  return {
    gross_amount: listCost,
    receiver: {
      user_id: buyerId,
      cost,
      compensation: 0,
      save: saved,
      discounts: saved > 0 ? [discount] : [],
    },
    senders: [{ user_id: sellerId, cost: saved, compensation: 0, save: 0, discounts: [] }],
  };
}

const earlyBeforeMs = 24 * 3_600_000;

function slaStatus(shipment: CompleteShipment, now: Date): z.infer<typeof ShipmentSla>["status"] {
  if (shipment.status === "pending") return "insuficient_info";
  const given = handedOverAt(shipment);
  const limit = shipment.handlingLimitAt;
  if ((given ?? now) > limit) return "delayed";
  return given && limit.getTime() - given.getTime() > earlyBeforeMs ? "early" : "on_time";
}

export const slaOf = (shipment: CompleteShipment, now: Date): z.infer<typeof ShipmentSla> => ({
  status: slaStatus(shipment, now),
  service: shipment.logisticType,
  expected_date: platformTimestamp(shipment.handlingLimitAt),
  last_updated: platformTimestamp(shipment.updatedAt),
});

export const carrierOf = (shipment: CompleteShipment): z.infer<typeof ShipmentCarrier> => ({
  name:
    trackingOf(shipment).method ??
    (shipment.mode === "me1" ? "Transporte del vendedor" : methodOf(shipment).carrier),
  url: shipment.trackingUrl,
});
