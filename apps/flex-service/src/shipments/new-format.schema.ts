import { platformTimestamp, wireId } from "@marketplace/conventions";
import { z } from "zod";
import { ShippingAddress, shippingAddress } from "./address.schema.ts";
import type { CompleteShipment } from "./complete-shipment.service.ts";
import { estimates, estimatesOf, methodOf } from "./delivery-option.schema.ts";
import { orderCost, parcel } from "./parcel.rules.ts";
import { isPaid, tagsOf, trackingOf } from "./shipment-wire.rules.ts";
import { logisticTypes } from "./shipments.record.ts";
import { moment, status, substatus } from "./shipments.schema.ts";

const nothing = z.null();

export const Dimensions = z.object({
  height: z.number().describe("Centimeters"),
  width: z.number().describe("Centimeters"),
  length: z.number().describe("Centimeters"),
  weight: z.number().describe("Grams"),
});

const { delivery_type, ...times } = estimates;

const LeadTimeFields = {
  option_id: wireId().describe("Id of the option"),
  shipping_method: z
    .object({
      id: z.int().describe("Id"),
      name: z.string().describe("Name"),
      type: z.string().describe("standard or express"),
      deliver_to: z.literal("address").describe("Where it is taken"),
    })
    .describe("How it travels"),
  currency_id: z.string().describe("Currency of the costs"),
  cost: z.number().describe("What the buyer pays"),
  list_cost: z.number().describe("Price before discounts"),
  cost_type: z.enum(["free", "charged", "partially_free"]).describe("Whether the buyer pays"),
  service_id: wireId().nullable().describe("Service of the carrier"),
  delivery_type,
  delivery_promise: z.literal("estimated").describe("The date is an estimate"),
  processing_time: nothing.describe("Hours at the seller's before handling"),
  buffering: z.object({ date: nothing.describe("Until when it is held back") }).describe("Held back"),
  pickup_promise: z
    .object({ from: nothing.describe("Start"), to: nothing.describe("End") })
    .describe("When it is collected"),
  ...times,
};

/** What is promised, without the delays (commerce 3.4). */
export const LeadTime = z.object(LeadTimeFields).meta({ id: "LeadTime" });

/** GET /shipments/{id}/lead_time. */
export const ShipmentLeadTime = z
  .object({ ...LeadTimeFields, delay: z.array(z.string()).describe("Always empty") })
  .meta({ id: "ShipmentLeadTime" });

/** GET /shipments/{id} with the header x-format-new: true (commerce 3.4). */
export const NewFormat = z
  .object({
    id: wireId().describe("Shipment id"),
    status,
    substatus,
    date_created: moment.describe("When it was created"),
    last_updated: moment.describe("When it last changed"),
    tracking_number: z.string().nullable().describe("Number of the parcel"),
    tracking_method: z.string().nullable().describe("Carrier"),
    external_reference: nothing.describe("Reference of the seller"),
    quotation: nothing.describe("Quotation of the carrier"),
    tags: z.array(z.string()).describe("As without the header"),
    declared_value: z.number().describe("Price of the goods"),
    items_types: z.array(z.literal("new")).describe("Condition of the goods"),
    dimensions: Dimensions.describe("Of the parcel"),
    logistic: z
      .object({
        mode: z.enum(["me1", "me2"]).describe("Shipping mode"),
        type: z.enum(logisticTypes).describe("Logistic type"),
        direction: z.literal("forward").describe("To the buyer"),
      })
      .describe("Who moves it"),
    source: z
      .object({
        site_id: z.string().describe("Site of the order"),
        market_place: z.literal("MELI").describe("Where it was sold"),
        customer_id: nothing.describe("Customer"),
        application_id: nothing.describe("Application"),
      })
      .describe("Where it was sold"),
    origin: z
      .object({
        type: z.literal("selling_address").describe("Address of the seller"),
        sender_id: wireId().describe("User id of the seller"),
        node: nothing.describe("Warehouse"),
        shipping_address: ShippingAddress.describe("Where it comes from"),
      })
      .describe("Where it comes from"),
    destination: z
      .object({
        type: z.literal("buying_address").describe("Address of the buyer"),
        receiver_id: wireId().describe("User id of the buyer"),
        receiver_name: z.string().nullable().describe("Who takes it"),
        receiver_phone: z.string().nullable().describe("Their phone"),
        comments: z.string().nullable().describe("Remarks for the delivery"),
        shipping_address: ShippingAddress.describe("Where it goes"),
      })
      .nullable()
      .describe("Where it goes; null before payment"),
    lead_time: LeadTime.describe("What is promised"),
    sibling: z
      .object({
        reason: nothing.describe("Why there is another shipment"),
        sibling_id: nothing.describe("Its id"),
        description: nothing.describe("In words"),
        source: nothing.describe("Who made it"),
        date_created: nothing.describe("When it was created"),
        last_updated: nothing.describe("When it last changed"),
      })
      .describe("Another shipment of the same goods"),
    priority_class: z.object({ id: z.int().describe("Class") }).describe("Priority"),
  })
  .meta({ id: "ShipmentNewFormat" });

/** Whether the buyer pays all, a part or nothing. */
function costTypeOf({ cost, listCost }: CompleteShipment) {
  if (cost === 0) return "free";
  return cost < listCost ? "partially_free" : "charged";
}

export function leadTimeOf(shipment: CompleteShipment): z.infer<typeof LeadTime> {
  const { id, name, type } = methodOf(shipment);
  const { delivery_type, ...times } = estimatesOf(shipment);
  return {
    option_id: shipment.id,
    shipping_method: { id, name, type, deliver_to: "address" },
    currency_id: shipment.currencyId,
    cost: shipment.cost,
    list_cost: shipment.listCost,
    cost_type: costTypeOf(shipment),
    service_id: trackingOf(shipment).serviceId,
    delivery_type,
    delivery_promise: "estimated",
    processing_time: null,
    buffering: { date: null },
    pickup_promise: { from: null, to: null },
    ...times,
  };
}

const noSibling = {
  reason: null,
  sibling_id: null,
  description: null,
  source: null,
  date_created: null,
  last_updated: null,
};

export function newFormatOf(shipment: CompleteShipment): z.infer<typeof NewFormat> {
  const { status, substatus, siteId, receiver } = shipment;
  const tracking = trackingOf(shipment);
  return {
    id: shipment.id,
    status,
    substatus,
    date_created: platformTimestamp(shipment.createdAt),
    last_updated: platformTimestamp(shipment.updatedAt),
    tracking_number: tracking.number,
    tracking_method: tracking.method,
    external_reference: null,
    quotation: null,
    tags: tagsOf(shipment),
    declared_value: orderCost(shipment),
    items_types: ["new"],
    dimensions: parcel,
    logistic: { mode: shipment.mode, type: shipment.logisticType, direction: "forward" },
    source: { site_id: siteId, market_place: "MELI", customer_id: null, application_id: null },
    origin: {
      type: "selling_address",
      sender_id: shipment.sellerId,
      node: null,
      shipping_address: shippingAddress(shipment.sender),
    },
    destination: isPaid(shipment)
      ? {
          type: "buying_address",
          receiver_id: shipment.buyerId,
          receiver_name: receiver?.name ?? null,
          receiver_phone: receiver?.phone ?? null,
          comments: shipment.comments,
          shipping_address: { ...shippingAddress(receiver), delivery_preference: "residential" },
        }
      : null,
    lead_time: leadTimeOf(shipment),
    sibling: noSibling,
    priority_class: { id: 0 },
  };
}
