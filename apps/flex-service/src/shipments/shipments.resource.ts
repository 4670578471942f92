import { headerSwitch, idParam, Reply } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { completed } from "./complete-shipment.service.ts";
import { NewFormat, newFormatOf } from "./new-format.schema.ts";
import { shipmentWire } from "./shipment-wire.rules.ts";
import type { Shipment } from "./shipments.repo.ts";
import { MoveBody, ShipmentRecord } from "./shipments.schema.ts";
import { moveShipment, readShipment, shipmentOfOrder } from "./shipments.service.ts";

const path = "/shipments/{shipment_id}";
const example = "/shipments/4350000007";
const params = { shipment_id: idParam().describe("Shipment id") };

const wireOf = async (shipment: Shipment, deps: Deps) =>
  shipmentWire(await completed(shipment, deps), deps.clock.now());

const getShipment = operation({
  id: "getShipment",
  method: "GET",
  path,
  example,
  params,
  summary:
    "Reads a shipment, to its seller, its buyer and operators; with the header x-format-new: true in the new format",
  headers: { "x-format-new": headerSwitch("true").describe("true asks for the new format") },
  response: z.union([ShipmentRecord, NewFormat]),
  errors: [problems.shipment_not_found, problems.not_a_party],
  site: ({ params }) => params.shipment_id,
  async handle({ params: { shipment_id }, headers, caller }, deps) {
    const shipment = await readShipment(shipment_id, caller, deps);
    return headers["x-format-new"] ? newFormatOf(await completed(shipment, deps)) : wireOf(shipment, deps);
  },
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
    problems.too_many_moves,
    problems.invalid_substatus,
  ],
  site: ({ params }) => params.shipment_id,
  async handle({ params: { shipment_id: id }, body: { status, substatus }, caller }, deps) {
    return wireOf(await moveShipment({ id, status, substatus }, caller, deps), deps);
  },
});

const ofOrder = operation({
  id: "getShipmentOfOrder",
  method: "GET",
  path: "/orders/{order_id}/shipments",
  example: "/orders/2000003508419013/shipments",
  params: { order_id: idParam().describe("Order id") },
  summary: "Reads the shipment of an order; with the header X-New-Domain: true in an array",
  headers: { "X-New-Domain": headerSwitch("true").describe("true asks for an array") },
  response: z.union([ShipmentRecord, z.array(ShipmentRecord)]),
  otherAnswers: { 204: "The order has no shipment" },
  errors: [problems.order_not_found, problems.invalid_order_id, problems.not_owned_order],
  problems: {
    invalid: ({ where, causes }) =>
      where === "params" ? problems.invalid_order_id({ cause: causes }) : undefined,
  },
  async handle({ params: { order_id }, headers, caller }, deps) {
    const found = await shipmentOfOrder(order_id, caller, deps);
    if (!found) return new Reply(204, { kind: "empty" });
    const shipment = await wireOf(found, deps);
    return headers["X-New-Domain"] ? [shipment] : shipment;
  },
});

/** The shipments of orders. */
export const shipments = resource({
  name: "Shipments",
  description: "The shipments of orders; those of Flex carry the tag self_service",
  fields: ShipmentRecord,
  related: ["/orders", "/users", "/shipment_statuses", "/shipment_labels"],
  connections: {
    order_id: "/orders/{id}",
    pack_id: "/packs/{id}",
    site_id: "/sites/{id}",
    sender_id: "/users/{id}",
    receiver_id: "/users/{id}",
  },
  operations: [getShipment, putShipment, ofOrder],
});
