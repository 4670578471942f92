import type { OrdersDatabase } from "@marketplace/database/orders";
import type { OrderStatus } from "../orders/order-record.schema.ts";

/** What a pack id names: a pack, or an order without one (spec: Fiscal document, Pack id). */
export interface Pack {
  id: number;
  siteId: string;
  sellerId: number;
  buyerId: number;
  orderIds: number[];
  /** Whether the platform's own warehouses ship one of its orders. */
  fulfillment: boolean;
  /** The id is that of an order with a pack, which is not a pack id. */
  orderInPack: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** Of its orders, each once. */
  statuses: OrderStatus[];
  /** Of its orders, each once. */
  shipmentIds: number[];
}

export type PacksRepo = ReturnType<typeof createPacksRepo>;

const found = `
  WITH named AS (
    SELECT o.*, p.id AS id_of_pack FROM packs p JOIN orders o ON o.pack_id = p.id WHERE p.id = $1
    UNION ALL SELECT o.*, NULL FROM orders o WHERE o.id = $1)
  SELECT $1::bigint AS id, min(site_id) AS "siteId", min(seller_id) AS "sellerId", min(buyer_id) AS "buyerId",
    min(created_at) AS "createdAt", max(last_updated) AS "updatedAt",
    bool_and(pack_id IS NOT NULL AND id_of_pack IS NULL) AS "orderInPack",
    bool_or(logistic_type = 'fulfillment') AS fulfillment,
    json_agg(id ORDER BY id) AS "orderIds", json_agg(DISTINCT status) AS statuses,
    coalesce(json_agg(DISTINCT shipment_id) FILTER (WHERE shipment_id IS NOT NULL), '[]') AS "shipmentIds"
  FROM named HAVING count(*) > 0`;

/** The place of an order in its pack, from 1. */
export interface Place {
  id: number;
  packId: number;
  place: number;
}

const placed = `SELECT id, pack_id AS "packId", row_number() OVER (PARTITION BY pack_id ORDER BY id) AS place
  FROM orders WHERE pack_id = ANY ($1::bigint[])`;

/** Packs in Postgres. */
export function createPacksRepo(db: OrdersDatabase) {
  return {
    async find(id: number): Promise<Pack | undefined> {
      return (await db.query<Pack>(found, [id]))[0];
    },
    /** The place of each order of the packs. */
    places: async (packIds: readonly number[]): Promise<Place[]> =>
      packIds.length === 0 ? [] : db.query<Place>(placed, [packIds]),
  };
}
