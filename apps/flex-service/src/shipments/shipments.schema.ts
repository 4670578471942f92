import { wireId } from "@marketplace/conventions";
import { z } from "zod";
import { ReceiverAddress, ShipmentAddress } from "./address.schema.ts";
import { ShippingOption } from "./delivery-option.schema.ts";
import { logisticTypes } from "./shipments.record.ts";
import { shipmentStatuses } from "./shipments.transitions.ts";

export const moment = z.iso.datetime({ offset: true });
export const status = z.enum(shipmentStatuses).describe("Where the shipment is");
export const substatus = z.string().nullable().describe("What exactly happens there, if anything is known");

const cost = z.number().describe("Amount");

export const ShippingItem = z.object({
  id: z.string().describe("Item id"),
  description: z.string().describe("Title of the item as it was sold"),
  quantity: z.int().describe("Units"),
  dimensions: z.string().describe("HxWxL in centimeters, and grams"),
  dimensions_source: z
    .object({ id: z.string().nullable().describe("Who measured"), origin: z.string().describe("How") })
    .describe("Where the dimensions come from"),
  user_product_id: z.null().describe("Product of the seller"),
  sender_id: wireId().describe("User id of the seller"),
});

/** A shipment as it is answered (spec: Shipment; commerce 3.3); times at the platform's offset, -04:00. */
export const ShipmentRecord = z
  .object({
    id: wireId().describe("Shipment id"),
    order_id: wireId().nullable().describe("The lowest of its orders; null when that is kept nowhere"),
    pack_id: wireId().nullable().describe("The pack of its orders"),
    sender_id: wireId().describe("User id of the seller"),
    receiver_id: wireId().describe("User id of the buyer"),
    site_id: z.string().describe("Site of the order"),
    mode: z.enum(["me1", "me2"]).describe("me2, or me1 for the seller's own carrier"),
    logistic_type: z.enum(logisticTypes).describe("self_service for Flex, default for me1"),
    status,
    substatus,
    order_cost: cost.describe("Price of the goods"),
    base_cost: cost.describe("Price of the carrier"),
    created_by: z.literal("receiver").describe("Who caused it"),
    type: z.literal("forward").describe("forward: to the buyer"),
    market_place: z.literal("MELI").describe("Where it was sold"),
    status_history: z
      .object({
        date_handling: moment.nullable().describe("When the seller began"),
        date_ready_to_ship: moment.nullable().describe("When it became ready to ship"),
        date_shipped: moment.nullable().describe("When it left"),
        date_first_visit: moment.nullable().describe("When the carrier first was at the door"),
        date_delivered: moment.nullable().describe("When it arrived"),
        date_not_delivered: moment.nullable().describe("When delivery failed"),
        date_returned: moment.nullable().describe("When it was back"),
        date_cancelled: moment.nullable().describe("When it was canceled"),
      })
      .describe("When each status was reached; null while it was not"),
    substatus_history: z
      .array(z.object({ status, substatus, date: moment.describe("When it was reached") }))
      .describe("Every status and substatus that was reached, oldest first"),
    date_created: moment.describe("When it was created"),
    last_updated: moment.describe("When it last changed"),
    date_first_printed: moment.nullable().describe("When its label was first printed"),
    tracking_number: z.string().nullable().describe("Number of the parcel"),
    tracking_method: z.string().nullable().describe("Carrier"),
    return_tracking_number: z.null().describe("Number of the parcel on its way back"),
    service_id: wireId().nullable().describe("Service of the carrier"),
    sender_address: ShipmentAddress.describe("Where it comes from"),
    receiver_address: ReceiverAddress.describe("Where it goes; without lines before payment"),
    shipping_items: z.array(ShippingItem).describe("What is in it"),
    shipping_option: ShippingOption.describe("How it travels, and when it is to arrive"),
    tags: z.array(z.string()).describe("self_service marks a Flex shipment; test_shipment one of a sandbox"),
    delay: z.array(z.enum(["handling_delayed", "shipping_delayed", "sla_delayed"])).describe("What is late"),
    cost_components: z
      .object({
        special_discount: cost.describe("Special discount"),
        loyal_discount: cost.describe("Discount of the loyalty program"),
        compensation: cost.describe("Compensation"),
        gap_discount: cost.describe("Difference to the price that was shown"),
        ratio: cost.describe("Share"),
      })
      .describe("Parts of the cost"),
    comments: z.string().nullable().describe("Remarks for the delivery"),
    carrier_info: z.null().describe("More of the carrier"),
    application_id: z.null().describe("Application that created it"),
    return_details: z.null().describe("More of a return"),
  })
  .meta({ id: "Shipment" });

export const MoveBody = z
  .strictObject({
    status: status.describe("Where the shipment is now"),
    substatus: z.string().max(64).nullish().describe("One of the status's own; null for none"),
  })
  .meta({ id: "ShipmentMove" });
