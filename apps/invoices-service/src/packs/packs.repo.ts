import type { InvoicesDatabase } from "@marketplace/database/invoices";

/** What can be addressed as a pack: a pack, or an order that has none (spec: Fiscal document, Pack id). */
export interface Pack {
  id: number;
  siteId: string;
  sellerId: number;
  buyerId: number;
  orderIds: number[];
  /** Whether one of its orders is shipped by the platform's own warehouses. */
  fulfillment: boolean;
  /** The id is an order's that has a pack: it cannot be used as a pack id. */
  orderInPack: boolean;
  createdAt: Date;
}

/** Packs in Postgres. */
export interface PacksRepo {
  find(id: number): Promise<Pack | undefined>;
}

interface Row {
  id: number;
  site_id: string;
  seller_id: number;
  buyer_id: number;
  order_ids: number[];
  fulfillment: boolean;
  order_in_pack: boolean;
  created_at: Date;
}

const found = `
  SELECT p.id, p.site_id, p.seller_id, p.buyer_id, p.created_at, false AS order_in_pack,
    (SELECT array_agg(o.id ORDER BY o.id) FROM orders o WHERE o.pack_id = p.id) AS order_ids,
    EXISTS (SELECT FROM orders o WHERE o.pack_id = p.id AND o.logistic_type = 'fulfillment') AS fulfillment
  FROM packs p WHERE p.id = $1
  UNION ALL
  SELECT o.id, o.site_id, o.seller_id, o.buyer_id, o.created_at, o.pack_id IS NOT NULL, ARRAY[o.id],
    o.logistic_type = 'fulfillment'
  FROM orders o WHERE o.id = $1`;

/** The repository over a database. */
export function createPacksRepo(db: InvoicesDatabase): PacksRepo {
  return {
    async find(id) {
      const [row] = await db.query<Row>(found, [id]);
      return row && toPack(row);
    },
  };
}

const toPack = (row: Row): Pack => ({
  id: row.id,
  siteId: row.site_id,
  sellerId: row.seller_id,
  buyerId: row.buyer_id,
  orderIds: row.order_ids.map(Number),
  fulfillment: row.fulfillment,
  orderInPack: row.order_in_pack,
  createdAt: row.created_at,
});
