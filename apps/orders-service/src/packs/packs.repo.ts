import type { OrdersDatabase } from "@marketplace/database/orders";

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
}

export type PacksRepo = ReturnType<typeof createPacksRepo>;

const found = `
  SELECT p.id, p.site_id AS "siteId", p.seller_id AS "sellerId", p.buyer_id AS "buyerId",
    p.created_at AS "createdAt", false AS "orderInPack",
    (SELECT array_agg(o.id ORDER BY o.id) FROM orders o WHERE o.pack_id = p.id) AS "orderIds",
    EXISTS (SELECT FROM orders o WHERE o.pack_id = p.id AND o.logistic_type = 'fulfillment') AS fulfillment
  FROM packs p WHERE p.id = $1
  UNION ALL
  SELECT o.id, o.site_id, o.seller_id, o.buyer_id, o.created_at, o.pack_id IS NOT NULL, ARRAY[o.id],
    o.logistic_type = 'fulfillment'
  FROM orders o WHERE o.id = $1`;

/** Packs in Postgres. */
export function createPacksRepo(db: OrdersDatabase) {
  return {
    async find(id: number): Promise<Pack | undefined> {
      const [pack] = await db.query<Pack>(found, [id]);
      // The driver gives arrays of bigint as text.
      return pack && { ...pack, orderIds: pack.orderIds.map(Number) };
    },
  };
}
