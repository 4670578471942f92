import { idParam, platformTimestamp } from "@marketplace/conventions";
import type { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import type { Shipment } from "./shipments.repo.ts";
import { MoveBody, ShipmentRecord } from "./shipments.schema.ts";
import { moveShipment, readShipment } from "./shipments.service.ts";

const path = "/shipments/{shipment_id}";
const example = "/shipments/4350000007";
const params = { shipment_id: idParam().describe("Shipment id") };

const timestampOf = (date: Date | null) => date && platformTimestamp(date);

const toWire = (shipment: Shipment): z.infer<typeof ShipmentRecord> => ({
  id: shipment.id,
  order_id: shipment.orderId,
  site_id: shipment.siteId,
  sender_id: shipment.sellerId,
  receiver_id: shipment.buyerId,
  mode: shipment.mode,
  logistic_type: shipment.logisticType,
  status: shipment.status,
  substatus: shipment.substatus,
  tags: shipment.selfService ? ["self_service"] : [],
  comments: shipment.comments,
  date_created: platformTimestamp(shipment.createdAt),
  date_first_printed: timestampOf(shipment.firstPrintedAt),
  last_updated: platformTimestamp(shipment.updatedAt),
  status_history: {
    date_ready_to_ship: platformTimestamp(shipment.createdAt),
    date_shipped: timestampOf(shipment.shippedAt),
    date_delivered: timestampOf(shipment.deliveredAt),
    date_not_delivered: timestampOf(shipment.notDeliveredAt),
    date_cancelled: timestampOf(shipment.cancelledAt),
  },
});

const getShipment = operation({
  id: "getShipment",
  method: "GET",
  path,
  example,
  params,
  summary: "Reads a shipment, to its seller, its buyer and operators",
  response: ShipmentRecord,
  errors: [problems.shipment_not_found, problems.not_a_party],
  handle: async (input, deps) => toWire(await readShipment(input.params.shipment_id, input.caller, deps)),
});

const putShipment = operation({
  id: "moveShipment",
  method: "PUT",
  path,
  example,
  params,
  summary: "Moves a shipment to another status or substatus, for its seller and operators",
  body: MoveBody,
  response: ShipmentRecord,
  errors: [
    problems.shipment_not_found,
    problems.not_a_party,
    problems.not_the_sender,
    problems.shipment_transition,
    problems.invalid_substatus,
  ],
  async handle({ params: { shipment_id: id }, body: { status, substatus }, caller }, deps) {
    return toWire(await moveShipment({ id, status, substatus }, caller, deps));
  },
});

/** The shipments of orders. */
export const shipments = resource({
  name: "Shipments",
  description: "The shipments of orders; those of Flex carry the tag self_service",
  fields: ShipmentRecord,
  related: ["/orders", "/users"],
  connections: {
    order_id: "/orders/{id}",
    site_id: "/sites/{id}",
    sender_id: "/users/{id}",
    receiver_id: "/users/{id}",
  },
  operations: [getShipment, putShipment],
});
