import { siteScopedId, utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import type { Order as OrderRecord } from "./orders.repo.ts";

const OrderItem = z.object({
  id: z.string().describe("Item that was bought"),
  variation_id: z.int().nullable().describe("Variation that was bought; null for an item without variations"),
  quantity: z.int().describe("Units that were bought"),
  unit_price: z.number().describe("Price of one unit, in the order's currency"),
});

export const Order = z
  .object({
    id: z.int().describe("Order id"),
    pack_id: z
      .int()
      .nullable()
      .describe("Pack the order belongs to; null when its own id is used as pack id"),
    site_id: z.string().describe("Site of the sale"),
    seller_id: z.int().describe("User who sold"),
    buyer_id: z.int().describe("User who bought"),
    items: z.array(OrderItem).describe("What was bought"),
    currency_id: z.string().describe("Currency of the prices"),
    logistic_type: z.string().describe("How the item is shipped, for example drop_off or fulfillment"),
    shipment_id: z.int().nullable().describe("Shipment; null until there is one"),
    date_created: z.string().describe("When it was bought, ISO 8601 UTC"),
  })
  .meta({ id: "Order" });

export const Purchase = z
  .object({
    pack_id: z
      .int()
      .nullable()
      .describe("Pack of all the orders; null for a single order, and when they are in several packs"),
    orders: z.array(Order).describe("One order per item or variation"),
  })
  .meta({ id: "Purchase" });

type Line = { id: string; variation_id?: number | undefined };
const bought = ({ id, variation_id }: Line): string => `${id} ${variation_id ?? ""}`;

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
});

/** An order as its seller and buyer see it. */
export const orderView = (order: OrderRecord): z.output<typeof Order> => ({
  id: order.id,
  pack_id: order.packId,
  site_id: order.siteId,
  seller_id: order.sellerId,
  buyer_id: order.buyerId,
  items: [
    {
      id: order.itemId,
      variation_id: order.variationId,
      quantity: order.quantity,
      unit_price: order.unitPrice,
    },
  ],
  currency_id: order.currencyId,
  logistic_type: order.logisticType,
  shipment_id: order.shipmentId,
  date_created: utcTimestamp(order.createdAt),
});

/** A purchase as its buyer sees it. */
export function purchaseView(bought: readonly OrderRecord[]): z.output<typeof Purchase> {
  const packs = new Set(bought.map(({ packId }) => packId));
  const [packId = null] = packs;
  return { pack_id: packs.size === 1 ? packId : null, orders: bought.map(orderView) };
}
