import type { ShipmentState } from "@marketplace/contracts";
import { shipmentKey } from "../orders/new-orders.rules.ts";
import { type ShippedOrder, shipmentRequest } from "../orders/shipments.service.ts";
import type { NumberedOrder } from "./past-life.rules.ts";

export type ShipmentRequest = ReturnType<typeof shipmentRequest>;

/** Stores shipments in flex-service, and says in which state each is. */
export type StoreShipments = (requests: readonly ShipmentRequest[]) => Promise<readonly ShipmentState[]>;

/** The shipments of a purchase: of its orders that were paid and not canceled before they left. */
export function shipmentsOf(purchase: readonly NumberedOrder[]): ShipmentRequest[] {
  const shipped = purchase.filter(
    ({ order }) =>
      !order.noShipping &&
      (order.status === "paid" ||
        order.status === "partially_refunded" ||
        order.shippingOutcome === "not_delivered"),
  );
  const together = Map.groupBy(shipped, ({ order }) =>
    shipmentKey({ ...order, shippingMode: order.shippingMode ?? "me2" }),
  );
  return [...together.values()].map((orders) => shipmentRequest(orders.map(shippedOrder)));
}

const shippedOrder = ({ id, packId, order }: NumberedOrder): ShippedOrder => ({
  shippingMode: "me2",
  shippingOutcome: "delivered",
  closedAt: order.createdAt,
  manufacturingDays: null,
  shippingCost: 0,
  freeShipping: true,
  title: null,
  ...order,
  id,
  packId,
});

/** What an order knows of its shipment. */
export function shippingOf(state: ShipmentState | undefined, lastUpdated: Date) {
  if (!state) return {};
  const at = new Date(state.at);
  const delivered = state.status === "delivered";
  return {
    shipment_id: state.shipment_id,
    shipping_status: state.status,
    shipping_substatus: state.substatus,
    shipping_version: state.version,
    delivered,
    fulfilled: delivered ? true : null,
    last_updated: at > lastUpdated ? at : lastUpdated,
  };
}
