import type { UserProfile } from "@marketplace/contracts";
import { siteScopedId, wireId } from "@marketplace/conventions";
import { z } from "zod";
import type { Payment } from "../payments/payments.repo.ts";
import { newPaymentStatuses } from "../payments/payments.transitions.ts";
import type { Order as OrderRecord } from "./order-record.schema.ts";
import { orderWire } from "./order-wire.rules.ts";
import { Order } from "./orders.schema.ts";

export const Purchase = z
  .object({
    pack_id: wireId()
      .nullable()
      .describe("Pack of all the orders; null for a single order, and when they are in several packs"),
    orders: z.array(Order).describe("One order per item or variation"),
  })
  .meta({ id: "Purchase" });

type Line = { id: string; variation_id?: number | undefined };
const bought = ({ id, variation_id }: Line): string => `${id} ${variation_id ?? ""}`;

/** How a shipment ends in the sandbox. */
export const shippingOutcomes = ["delivered", "not_delivered", "refused", "lost", "manual"] as const;

const means = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "must be an id such as account_money");

const PaymentChoice = z.strictObject({
  status: z
    .enum([...newPaymentStatuses, "none"])
    .default("approved")
    .describe("How the payment of each order begins; none: there is no payment yet"),
  payment_method_id: means.default("account_money").describe("Means of payment"),
  payment_type: means.default("account_money").describe("Kind of the means of payment"),
  installments: z.int().min(1).max(48).default(1).describe("Number of parts"),
});
export type PaymentChoice = z.output<typeof PaymentChoice>;

const ShippingChoice = z.strictObject({
  outcome: z.enum(shippingOutcomes).default("delivered").describe("How the shipment ends in the sandbox"),
});

/** What a request without these parts chooses. */
export const purchaseDefaults = {
  payment: PaymentChoice.parse({}),
  outcome: ShippingChoice.parse({}).outcome,
};

/** What to buy: each item, or each variation of it, once. */
export const purchaseBody = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: siteScopedId("an item").describe("Item to buy"),
        variation_id: z
          .int()
          .min(1)
          .optional()
          .describe("Variation to buy; needed for an item that has variations"),
        quantity: z.int().min(1).max(10_000).describe("Units to buy"),
      }),
    )
    .min(1)
    .max(50)
    .refine((items) => new Set(items.map(bought)).size === items.length, "names an item or a variation twice")
    .describe("What to buy, at most 50 lines; each item, or each of its variations, in one"),
  payment: PaymentChoice.prefault({}).describe("How it is paid: approved at once when absent"),
  shipping: ShippingChoice.prefault({}).describe("How it is shipped: delivered by plan when absent"),
});

/** What a purchase made. */
export interface Bought {
  orders: readonly OrderRecord[];
  payments: readonly Payment[];
  users: readonly UserProfile[];
}

/** A purchase as its buyer sees it. */
export function purchaseWire({ orders, payments, users }: Bought): z.output<typeof Purchase> {
  const packs = new Set(orders.map(({ packId }) => packId));
  const [packId = null] = packs;
  const userOf = (id: number) => users.find((user) => user.id === id);
  return {
    pack_id: packs.size === 1 ? packId : null,
    orders: orders.map((order) =>
      orderWire(order, {
        payments: payments.filter(({ orderId }) => orderId === order.id),
        feedback: [],
        seller: userOf(order.sellerId),
        buyer: userOf(order.buyerId),
        elementId: placeOf(order, orders),
      }),
    ),
  };
}

/** Its place in its pack, from 1. The orders of a pack have rising ids. */
const placeOf = ({ id, packId }: OrderRecord, orders: readonly OrderRecord[]): number | null =>
  packId === null ? null : orders.filter((other) => other.packId === packId && other.id <= id).length;
