import { z } from "zod";
import { describeCall, type Implementation, mutation, query } from "./contract.ts";
import { vitalsCall } from "./vitals.ts";

/** What a pack id names: a pack, or an order without one, whose id serves as a pack id. */
export const PackSummary = z.object({
  id: z.int(),
  site_id: z.string(),
  seller_id: z.int(),
  buyer_id: z.int(),
  /** Whether the platform's own warehouses ship one of its orders. */
  fulfillment: z.boolean(),
  /** The id is that of an order with a pack, which is not a pack id. */
  order_in_pack: z.boolean(),
});
export type PackSummary = z.output<typeof PackSummary>;

const Trades = z.object({
  completed: z.int(),
  canceled: z.int(),
  /** Of the canceled ones, those that had been paid; a service of an earlier release does not tell. */
  canceled_paid: z.int().optional(),
});

/** How many orders a user has sold and bought. */
export const UserTrades = z.object({ user_id: z.int(), sold: Trades, bought: Trades });
export type UserTrades = z.output<typeof UserTrades>;

/** A payment of an order, the cost of shipping included. */
export const OrderPayment = z.object({
  payment_id: z.int(),
  user_id: z.int(),
  amount: z.number(),
  status: z.string(),
});
export type OrderPayment = z.output<typeof OrderPayment>;

/** What flex-service says of a shipment. */
export const ShipmentState = z.object({
  /** The orders that share it. */
  order_ids: z.array(z.int()).max(100),
  shipment_id: z.int(),
  status: z.string(),
  substatus: z.string().nullable(),
  version: z.int().min(1),
  /** When it last moved, ISO 8601 UTC. */
  at: z.string(),
});
export type ShipmentState = z.output<typeof ShipmentState>;

export const ordersContract = {
  describe: describeCall,
  vitals: vitalsCall,
  /** The pack, or the order, of an id; `null` when there is none. */
  pack: query(z.object({ pack_id: z.int() }), PackSummary.nullable()),
  /** The trades of each user, in no particular order; at most 500 ids. */
  trades: query(z.object({ user_ids: z.array(z.int()).max(500) }), z.array(UserTrades)),
  /** The payments of orders, the oldest first. */
  payments: query(z.object({ order_ids: z.array(z.int()).max(100) }), z.array(OrderPayment)),
  /**
   * Tells of a shipment's new state. A version that is not above the last one changes nothing, so that calls
   * may come twice and in any order.
   */
  shipmentMoved: mutation(ShipmentState, z.object({})),
} as const;

export type OrdersRpc = Implementation<typeof ordersContract>;
