import { platformTimestamp } from "@marketplace/conventions";
import type { z } from "zod";
import { receiverAddress, senderAddress } from "./address.schema.ts";
import type { CompleteShipment } from "./complete-shipment.service.ts";
import { delaysOf } from "./delays.rules.ts";
import { methodOf, shippingOptionOf } from "./delivery-option.schema.ts";
import { orderCost, parcelText, shippedItems } from "./parcel.rules.ts";
import type { Party } from "./shipments.record.ts";
import type { ShipmentRecord, ShippingItem } from "./shipments.schema.ts";

export type Wire = z.infer<typeof ShipmentRecord>;

export const timestampOf = (date: Date | null) => date && platformTimestamp(date);

/** The number of its label and its carrier: from ready_to_ship on, or what the seller of me1 told. */
export function trackingOf(shipment: CompleteShipment) {
  const { id, mode, trackingNumber, trackingMethod, serviceId } = shipment;
  const told = { number: trackingNumber, method: trackingMethod, serviceId };
  if (mode === "me1" || !wasReady(shipment)) return told;
  const method = methodOf(shipment);
  return {
    number: trackingNumber ?? `MEL${id}FMDOR01`,
    method: trackingMethod ?? method.carrier,
    serviceId: serviceId ?? method.serviceId,
  };
}

/** Whether it was ready to ship before it was canceled, if it was. */
const wasReady = ({ status, readyToShipAt }: CompleteShipment): boolean =>
  status !== "pending" && status !== "handling" && (status !== "cancelled" || readyToShipAt !== null);

export const isPaid = ({ paidAt, status }: CompleteShipment): boolean =>
  paidAt !== null || status !== "pending";

/** Nobody learns where the buyer lives before they have paid. */
export const visibleReceiver = (shipment: CompleteShipment): Party | null =>
  isPaid(shipment) ? shipment.receiver : null;

export const tagsOf = ({ selfService }: CompleteShipment): string[] =>
  selfService ? ["test_shipment", "self_service"] : ["test_shipment"];

const noComponents = { special_discount: 0, loyal_discount: 0, compensation: 0, gap_discount: 0, ratio: 0 };

/** A shipment as it is answered. */
export function shipmentWire(shipment: CompleteShipment, now: Date): Wire {
  const tracking = trackingOf(shipment);
  return {
    id: shipment.id,
    order_id: shipment.orderId,
    pack_id: shipment.packId,
    sender_id: shipment.sellerId,
    receiver_id: shipment.buyerId,
    site_id: shipment.siteId,
    mode: shipment.mode,
    logistic_type: shipment.logisticType,
    status: shipment.status,
    substatus: shipment.substatus,
    order_cost: orderCost(shipment),
    base_cost: shipment.listCost,
    created_by: "receiver",
    type: "forward",
    market_place: "MELI",
    status_history: statusHistory(shipment),
    substatus_history: shipment.history.map((entry) => ({
      status: entry.status,
      substatus: entry.substatus,
      date: platformTimestamp(new Date(entry.date)),
    })),
    date_created: platformTimestamp(shipment.createdAt),
    last_updated: platformTimestamp(shipment.updatedAt),
    date_first_printed: timestampOf(shipment.firstPrintedAt),
    tracking_number: tracking.number,
    tracking_method: tracking.method,
    return_tracking_number: null,
    service_id: tracking.serviceId,
    sender_address: senderAddress(shipment.sender),
    receiver_address: receiverAddress(visibleReceiver(shipment)),
    shipping_items: shippingItems(shipment),
    shipping_option: shippingOptionOf(shipment),
    tags: tagsOf(shipment),
    delay: delaysOf(shipment, now).map(({ type }) => type),
    cost_components: noComponents,
    comments: shipment.comments,
    carrier_info: null,
    application_id: null,
    return_details: null,
  };
}

const statusHistory = (shipment: CompleteShipment): Wire["status_history"] => ({
  date_handling: timestampOf(shipment.handlingAt),
  date_ready_to_ship: timestampOf(shipment.readyToShipAt),
  date_shipped: timestampOf(shipment.shippedAt),
  date_first_visit: timestampOf(shipment.firstVisitAt),
  date_delivered: timestampOf(shipment.deliveredAt),
  date_not_delivered: timestampOf(shipment.notDeliveredAt),
  date_returned: timestampOf(shipment.returnedAt),
  date_cancelled: timestampOf(shipment.cancelledAt),
});

const shippingItems = (shipment: CompleteShipment): z.infer<typeof ShippingItem>[] =>
  shippedItems(shipment).map(({ item_id, title, quantity }) => ({
    id: item_id,
    description: title,
    quantity,
    dimensions: parcelText,
    dimensions_source: { id: null, origin: "default" },
    user_product_id: null,
    sender_id: shipment.sellerId,
  }));
