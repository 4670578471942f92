import { idParam, json, platformTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { type CompleteShipment, completed } from "./complete-shipment.service.ts";
import { delaysOf, hasDeadline } from "./delays.rules.ts";
import { leadTimeOf, ShipmentLeadTime } from "./new-format.schema.ts";
import { carrierOf, costsOf, itemsOf, slaOf } from "./parts.rules.ts";
import {
  ShipmentCarrier,
  ShipmentCosts,
  ShipmentDelays,
  ShipmentItem,
  ShipmentPassage,
  ShipmentPayment,
  ShipmentSla,
} from "./parts.schema.ts";
import { readShipment } from "./shipments.service.ts";

interface Part<S extends z.ZodType> {
  id: string;
  name: string;
  summary: string;
  response: S;
  errors?: readonly (typeof problems.delays_not_found | typeof problems.sla_not_found)[];
  of: (shipment: CompleteShipment, deps: Deps) => z.output<S> | Promise<z.output<S>>;
}

/** A read of a part of a shipment, for those who may read the shipment. */
const part = <S extends z.ZodType>({ id, name, summary, response, errors = [], of }: Part<S>) =>
  operation({
    id,
    method: "GET",
    path: `/shipments/{shipment_id}/${name}`,
    example: `/shipments/4350000007/${name}`,
    params: { shipment_id: idParam().describe("Shipment id") },
    summary,
    response,
    errors: [problems.shipment_not_found, problems.not_a_party, ...errors],
    site: ({ params }) => params.shipment_id,
    async handle({ params, caller }, deps) {
      const shipment = await readShipment(params.shipment_id, caller, deps);
      return json(await of(await completed(shipment, deps), deps));
    },
  });

/** The parts of a shipment (commerce 3.5). */
export const shipmentParts = resource({
  name: "Shipment parts",
  description: "What is in a shipment, what it costs, when it moved, and whether it is in time",
  fields: ShipmentCosts,
  related: ["/shipments"],
  operations: [
    part({
      id: "getShipmentItems",
      name: "items",
      summary: "Lists what is in a shipment",
      response: z.array(ShipmentItem),
      of: itemsOf,
    }),
    part({
      id: "getShipmentCosts",
      name: "costs",
      summary: "Says who pays what for shipping",
      response: ShipmentCosts,
      of: costsOf,
    }),
    part({
      id: "getShipmentPayments",
      name: "payments",
      summary: "Lists the payments of its orders",
      response: z.array(ShipmentPayment),
      of: ({ orderIds }, { orders }) =>
        orderIds.length === 0 ? [] : orders.payments({ order_ids: orderIds }),
    }),
    part({
      id: "getShipmentHistory",
      name: "history",
      summary: "Lists every status and substatus that was reached, newest first",
      response: z.array(ShipmentPassage),
      of: ({ history }) =>
        history.toReversed().map(({ status, substatus, date }) => ({
          status,
          substatus,
          date: platformTimestamp(new Date(date)),
        })),
    }),
    part({
      id: "getShipmentSla",
      name: "sla",
      summary: "Says until when the seller is to give it away",
      response: ShipmentSla,
      errors: [problems.sla_not_found],
      of(shipment, { clock }) {
        if (!hasDeadline(shipment)) throw problems.sla_not_found();
        return slaOf(shipment, clock.now());
      },
    }),
    part({
      id: "getShipmentDelays",
      name: "delays",
      summary: "Says what is late",
      response: ShipmentDelays,
      errors: [problems.delays_not_found],
      of(shipment, { clock }) {
        const delays = delaysOf(shipment, clock.now());
        if (delays.length === 0) throw problems.delays_not_found();
        return {
          shipment_id: shipment.id,
          delays: delays.map(({ type, date }) => ({
            type,
            date: platformTimestamp(date),
            source: "marketplace",
          })),
        };
      },
    }),
    part({
      id: "getShipmentCarrier",
      name: "carrier",
      summary: "Names the carrier",
      response: ShipmentCarrier,
      of: carrierOf,
    }),
    part({
      id: "getShipmentLeadTime",
      name: "lead_time",
      summary: "Says what is promised about the time of delivery",
      response: ShipmentLeadTime,
      of: (shipment) => ({ ...leadTimeOf(shipment), delay: [] }),
    }),
  ],
});
