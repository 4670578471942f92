import { idParam, wireId } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { readyToShip } from "./life.service.ts";
import { notifyOfShipment } from "./seller-notifications.service.ts";
import { shipmentStatuses } from "./shipments.transitions.ts";

const params = { shipment_id: idParam().describe("Shipment id") };

/** Clients send "null" for null. */
const nullish = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "null" ? null : value), schema.nullish());
const text = nullish(z.string().max(255));

const Notification = z
  .strictObject({
    status: z.enum(shipmentStatuses).describe("Where the shipment is now"),
    substatus: text.describe("One of the status's own"),
    tracking_number: text.describe("Number of the parcel"),
    tracking_url: nullish(z.url({ protocol: /^https?$/ }).max(2000)).describe("Where it is followed"),
    payload: z
      .strictObject({
        service_id: nullish(wireId()).describe("Service of the carrier"),
        comment: text.describe("Remarks"),
        date: z.iso.datetime({ offset: true }).describe("When it happened"),
      })
      .describe("More of it"),
  })
  .meta({ id: "SellerNotification" });

const Ready = z.object({ status: z.literal(200).describe("Always 200") }).meta({ id: "ReadyToShip" });

const errors = [
  problems.shipment_not_found,
  problems.not_a_party,
  problems.not_the_sender,
  problems.shipment_transition,
] as const;

/** What a seller tells of a shipment. */
export const shipmentCommands = resource({
  name: "Shipment commands",
  description: "What a seller tells of a shipment: that it is ready, or where their own carrier has it",
  fields: Ready,
  related: ["/shipments"],
  operations: [
    operation({
      id: "readyShipment",
      method: "POST",
      path: "/shipments/{shipment_id}/process/ready_to_ship",
      example: "/shipments/4350000007/process/ready_to_ship",
      params,
      summary: "Says that the items were made and the shipment is ready",
      response: Ready,
      errors: [...errors, problems.invalid_shipment_mode],
      site: ({ params }) => params.shipment_id,
      async handle({ params: { shipment_id }, caller }, deps) {
        await readyToShip(shipment_id, caller, deps);
        return { status: 200 };
      },
    }),
    operation({
      id: "notifyOfShipment",
      method: "POST",
      path: "/shipments/{shipment_id}/seller_notifications",
      example: "/shipments/4350000007/seller_notifications",
      params,
      summary: "Tells where the seller's own carrier has a shipment of mode me1",
      body: Notification,
      response: z.object({}).meta({ id: "Nothing" }),
      errors: [
        ...errors,
        problems.invalid_substatus,
        problems.too_many_moves,
        problems.invalid_shipment_mode,
        problems.date_out_of_range,
      ],
      site: ({ params }) => params.shipment_id,
      async handle({ params: { shipment_id }, body, caller }, deps) {
        const { status, substatus = null, tracking_number, tracking_url, payload } = body;
        const told = {
          status,
          substatus,
          trackingNumber: tracking_number,
          trackingUrl: tracking_url,
          serviceId: payload.service_id,
          comments: payload.comment,
          at: new Date(payload.date),
        };
        await notifyOfShipment(shipment_id, told, { caller, deps });
        return {};
      },
    }),
  ],
});
