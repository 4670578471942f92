import { wireId } from "@marketplace/conventions";
import { z } from "zod";
import { Dimensions } from "./new-format.schema.ts";
import { moment, status, substatus } from "./shipments.schema.ts";

const amount = z.number().describe("Amount");

/** GET /shipments/{id}/items. */
export const ShipmentItem = z
  .object({
    item_id: z.string().describe("Item id"),
    description: z.string().describe("Title of the item as it was sold"),
    quantity: z.int().describe("Units"),
    variation_id: wireId().nullable().describe("Variation, of an item that has some"),
    dimensions: Dimensions.describe("Of one unit"),
    order_id: wireId().nullable().describe("The order it is of; null when that is kept nowhere"),
    sender_id: wireId().describe("User id of the seller"),
  })
  .meta({ id: "ShipmentItem" });

const Share = z.object({
  user_id: wireId().describe("User id"),
  cost: amount.describe("What they pay"),
  compensation: amount.describe("What they are given back"),
  save: amount.describe("What they do not pay"),
  discounts: z
    .array(
      z.object({
        rate: z.number().describe("Part of the price, up to 1"),
        type: z.string().describe("Why"),
        promoted_amount: amount.describe("How much it is"),
      }),
    )
    .describe("Why they pay less than the price"),
});

/** GET /shipments/{id}/costs. */
export const ShipmentCosts = z
  .object({
    gross_amount: amount.describe("Price before discounts"),
    receiver: Share.describe("The buyer"),
    senders: z.array(Share).describe("The seller"),
  })
  .meta({ id: "ShipmentCosts" });

/** GET /shipments/{id}/payments. */
export const ShipmentPayment = z
  .object({
    payment_id: wireId().describe("Payment id"),
    user_id: wireId().describe("User id of the buyer"),
    amount,
    status: z.string().describe("Status of the payment"),
  })
  .meta({ id: "ShipmentPayment" });

/** GET /shipments/{id}/history. */
export const ShipmentPassage = z
  .object({ status, substatus, date: moment.describe("When it was reached") })
  .meta({ id: "ShipmentPassage" });

/** GET /shipments/{id}/sla. */
export const ShipmentSla = z
  .object({
    status: z
      .enum(["on_time", "delayed", "early", "insuficient_info"])
      .describe("Whether the seller gives it away in time"),
    service: z.string().nullable().describe("Logistic type that sets the time"),
    expected_date: moment.describe("When the seller is to give it away at the latest"),
    last_updated: moment.describe("When the shipment last changed"),
  })
  .meta({ id: "ShipmentSla" });

/** GET /shipments/{id}/delays. */
export const ShipmentDelays = z
  .object({
    shipment_id: wireId().describe("Shipment id"),
    delays: z
      .array(
        z.object({
          type: z.enum(["handling_delayed", "shipping_delayed", "sla_delayed"]).describe("What is late"),
          date: moment.describe("When it was due"),
          source: z.string().describe("Who noticed"),
        }),
      )
      .describe("What is late"),
  })
  .meta({ id: "ShipmentDelays" });

/** GET /shipments/{id}/carrier. */
export const ShipmentCarrier = z
  .object({
    name: z.string().describe("Its name"),
    url: z.string().nullable().describe("Where its parcels are followed"),
  })
  .meta({ id: "ShipmentCarrier" });
