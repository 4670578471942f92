import { platformTimestamp, wireId } from "@marketplace/conventions";
import { z } from "zod";
import type { CompleteShipment } from "./complete-shipment.service.ts";

const moment = z.iso.datetime({ offset: true });
const dated = (what: string) => z.object({ date: moment.nullable().describe("When") }).describe(what);
const limit = (what: string) =>
  z
    .object({ date: moment.describe("When"), offset: z.int().describe("Hours after the promise") })
    .describe(what);

/** What is promised about the time of delivery. */
export const estimates = {
  delivery_type: z.literal("estimated").describe("The date is an estimate"),
  estimated_schedule_limit: dated("Until when a date can be chosen"),
  estimated_delivery_time: z
    .object({
      type: z.literal("known").describe("A date is known"),
      date: moment.describe("When it is to arrive"),
      unit: z.literal("hour").describe("Unit of shipping and handling"),
      offset: z
        .object({ date: z.null().describe("Date"), shipping: z.null().describe("Hours") })
        .describe("How much later it may be"),
      time_frame: z
        .object({ from: z.null().describe("Start"), to: z.null().describe("End") })
        .describe("Hours of the day"),
      pay_before: moment.describe("Paid after this it arrives later"),
      shipping: z.int().describe("Hours on the way"),
      handling: z.int().describe("Hours at the seller's"),
      schedule: z.null().describe("Chosen date"),
    })
    .describe("When it is to arrive"),
  estimated_delivery_limit: limit("The latest usual arrival"),
  estimated_delivery_final: limit("When it counts as lost"),
  estimated_delivery_extended: limit("When it counts as late"),
  estimated_handling_limit: dated("When it is to leave the seller"),
};

export const ShippingOption = z
  .object({
    id: wireId().describe("Id of the option"),
    shipping_method_id: z.int().describe("Id of the method"),
    name: z.string().describe("Its name"),
    currency_id: z.string().describe("Currency of the costs"),
    list_cost: z.number().describe("Price before discounts"),
    cost: z.number().describe("What the buyer pays"),
    ...estimates,
  })
  .meta({ id: "ShippingOption" });

const hourMs = 3_600_000;
const hoursBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / hourMs));

/** The estimates of a shipment's times. */
export function estimatesOf(shipment: CompleteShipment): z.infer<z.ZodObject<typeof estimates>> {
  const { handlingLimitAt: handling, deliveryLimitAt: delivery, paidAt, createdAt } = shipment;
  const later = (offset: number) => ({
    date: platformTimestamp(new Date(delivery.getTime() + offset * hourMs)),
    offset,
  });
  return {
    delivery_type: "estimated",
    estimated_schedule_limit: { date: null },
    estimated_delivery_time: {
      type: "known",
      date: platformTimestamp(delivery),
      unit: "hour",
      offset: { date: null, shipping: null },
      time_frame: { from: null, to: null },
      pay_before: platformTimestamp(handling),
      shipping: hoursBetween(handling, delivery),
      handling: hoursBetween(paidAt ?? createdAt, handling),
      schedule: null,
    },
    estimated_delivery_limit: later(336),
    estimated_delivery_final: later(672),
    estimated_delivery_extended: later(168),
    estimated_handling_limit: { date: platformTimestamp(handling) },
  };
}

/** A method of the sandbox; the real ones have an id per carrier and site. */
export interface Method {
  id: number;
  name: string;
  type: string;
  serviceId: number;
  carrier: string;
}

const standard: Method = {
  id: 73_328,
  name: "Estándar a domicilio",
  type: "standard",
  serviceId: 61,
  carrier: "MEL Distribution",
};
const flex: Method = {
  id: 510_545,
  name: "Express a domicilio",
  type: "express",
  serviceId: 136_261,
  carrier: "Mercado Envíos Flex",
};

export const methodOf = ({ selfService }: Pick<CompleteShipment, "selfService">): Method =>
  selfService ? flex : standard;

export function shippingOptionOf(shipment: CompleteShipment): z.infer<typeof ShippingOption> {
  const method = methodOf(shipment);
  return {
    id: shipment.id,
    shipping_method_id: method.id,
    name: method.name,
    currency_id: shipment.currencyId,
    list_cost: shipment.listCost,
    cost: shipment.cost,
    ...estimatesOf(shipment),
  };
}
