import { wireId } from "@marketplace/conventions";
import { z } from "zod";
import { logisticTypes } from "./shipments.record.ts";
import { shipmentStatuses } from "./shipments.transitions.ts";

const moment = z.iso.datetime({ offset: true });
const status = z.enum(shipmentStatuses);

/** A shipment as it is answered (spec: Shipment); times are at the platform's offset, -04:00. */
export const ShipmentRecord = z
  .object({
    id: wireId().describe("Shipment id"),
    order_id: wireId().nullable().describe("The order it ships; null when that is kept nowhere"),
    site_id: z.string().describe("Site of the order"),
    sender_id: wireId().describe("User id of the seller"),
    receiver_id: wireId().describe("User id of the buyer"),
    mode: z.enum(["me1", "me2"]).describe("me2, or me1 for the seller's own carrier"),
    logistic_type: z.enum(logisticTypes).describe("self_service for Flex, default for me1"),
    status: status.describe("Where the shipment is"),
    substatus: z.string().nullable().describe("What exactly happens there, if anything is known"),
    tags: z.array(z.string()).describe("self_service marks a Flex shipment"),
    comments: z.string().nullable().describe("Remarks for the delivery"),
    date_created: moment.describe("When it was created"),
    date_first_printed: moment.nullable().describe("When its label was first printed"),
    last_updated: moment.describe("When it last changed"),
    status_history: z
      .object({
        date_ready_to_ship: moment.describe("When it became ready to ship"),
        date_shipped: moment.nullable().describe("When it left"),
        date_delivered: moment.nullable().describe("When it arrived"),
        date_not_delivered: moment.nullable().describe("When it came back"),
        date_cancelled: moment.nullable().describe("When it was cancelled"),
      })
      .describe("When each status was reached; null while it was not"),
  })
  .meta({ id: "Shipment" });

export const MoveBody = z
  .strictObject({
    status: status.describe("Where the shipment is now"),
    substatus: z.string().max(64).nullish().describe("One of the status's own; null for none"),
  })
  .meta({ id: "ShipmentMove" });
