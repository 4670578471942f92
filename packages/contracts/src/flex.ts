import { z } from "zod";
import { describeCall, type Implementation, mutation } from "./contract.ts";
import { vitalsCall } from "./vitals.ts";

/** A line of an order, as it was sold. */
export const ShippedItem = z.object({
  order_id: z.int(),
  item_id: z.string(),
  variation_id: z.int().nullable(),
  title: z.string(),
  quantity: z.int().positive(),
  unit_price: z.number(),
  currency_id: z.string(),
  /** What the buyer pays with its order for shipping. Absent in calls of earlier releases. */
  shipping_cost: z.number().optional(),
});
export type ShippedItem = z.output<typeof ShippedItem>;

/** How the sandbox lets a shipment end; `manual` leaves it where it is put. */
export const shipmentOutcomes = ["delivered", "not_delivered", "refused", "lost", "manual"] as const;

export const flexContract = {
  describe: describeCall,
  vitals: vitalsCall,
  /**
   * Creates the shipment of an order, or of several that share it; repeated for the same order it answers the
   * same shipment. Orders of a pack join the shipment of the others with their mode and logistic type until
   * the seller has handed it over. Without `logistic_type` it is ready to ship and nothing moves it.
   */
  createShipment: mutation(
    z.object({
      /** The lowest of `order_ids`. */
      order_id: z.int(),
      site_id: z.string(),
      seller_id: z.int(),
      buyer_id: z.int(),
      /** Whether an item of the order is on Flex: the shipment gets the tag `self_service`. */
      self_service: z.boolean(),
      /** The orders that share the shipment; `order_id` alone by default. */
      order_ids: z.array(z.int()).min(1).max(100).optional(),
      pack_id: z.int().nullable().optional(),
      logistic_type: z.string().optional(),
      /** me2 by default, or me1. */
      mode: z.string().optional(),
      outcome: z.enum(shipmentOutcomes).optional(),
      /** When the payment was approved, ISO 8601 UTC; the present by default. */
      paid_at: z.string().optional(),
      /** Its items are made first: it is pending until the seller says that it is ready. */
      manufacturing: z.boolean().optional(),
      free_shipping: z.boolean().optional(),
      /** What the buyer pays for shipping: the sum of the orders'. */
      cost: z.number().optional(),
      /** What shipping costs before discounts. */
      list_cost: z.number().optional(),
      items: z.array(ShippedItem).max(100).optional(),
    }),
    z.object({
      shipment_id: z.int(),
      /** Which of the orders it has, when that is not all of them: the others are to be asked for again. */
      order_ids: z.array(z.int()).optional(),
    }),
  ),
  /**
   * Takes an order out of its shipment, which is canceled with its last order; `too_late` once it was
   * shipped, `none` when the order has no shipment. Repetitions give the same answer.
   */
  cancelShipment: mutation(
    z.object({ order_id: z.int(), substatus: z.string().nullable() }),
    z.object({ outcome: z.enum(["cancelled", "too_late", "none"]) }),
  ),
} as const;

export type FlexRpc = Implementation<typeof flexContract>;
