import type { Page } from "@marketplace/conventions";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Order, OrderField, SellerItemsParams } from "./seller-items.schema.ts";

/** A seller's items that are asked for. */
export type SellerItemsFilter = Readonly<Record<"callerId" | "sellerId", number>> &
  Pick<
    SellerItemsParams,
    | "status"
    | "q"
    | "sku"
    | "seller_sku"
    | "listing_type_id"
    | "buying_mode"
    | "shipping_mode"
    | "logistic_type"
  >;

interface Found {
  total: number;
  ids: string[];
}

/** Searches of sellers among their own items, whatever their status. */
export interface SellerItemsRepo {
  page(filter: SellerItemsFilter, page: Page & { order: Order }): Promise<Found>;
  /** Items that were listed after the one with this number; its number is in each id. */
  after(filter: SellerItemsFilter, block: { after: number; limit: number }): Promise<string[]>;
}

const expressions: Record<OrderField, string> = {
  // As items.service shows it.
  stop_time: `CASE WHEN status = 'closed' THEN last_updated
    WHEN listing_type_id = 'free' THEN date_created + interval '60 days'
    ELSE date_created + interval '20 years' END`,
  start_time: "date_created",
  available_quantity: "available_quantity",
  price: "price",
  last_updated: "last_updated",
};

// Null conditions are folded away, because the statements are planned with their values.
const conditions = `seller_id = $1::bigint
  AND ($2::text IS NULL OR status = $2)
  AND ($3::text[] IS NULL OR NOT EXISTS (
    SELECT FROM unnest($3::text[]) word WHERE position(lower(unaccent(word)) IN lower(unaccent(title))) = 0))
  AND ($4::text IS NULL OR seller_custom_field = $4)
  AND ($5::jsonb IS NULL OR attributes @> $5::jsonb)
  AND ($6::text IS NULL OR listing_type_id = $6)
  AND ($7::text IS NULL OR buying_mode = $7)
  AND ($8::text IS NULL OR shipping_mode = $8)
  AND ($9::text IS NULL OR logistic_type = $9)`;

const valuesOf = ({ sellerId, q, seller_sku, ...filter }: SellerItemsFilter): unknown[] => {
  const words = q?.split(/\s+/).filter((word) => word !== "") ?? [];
  return [
    sellerId,
    filter.status ?? null,
    words.length > 0 ? words : null,
    filter.sku ?? null,
    seller_sku === undefined ? null : JSON.stringify([{ id: "SELLER_SKU", value_name: seller_sku }]),
    filter.listing_type_id ?? null,
    filter.buying_mode ?? null,
    filter.shipping_mode ?? null,
    filter.logistic_type ?? null,
  ];
};

const pageSql = ({ field, direction }: Order): string => `
  WITH found AS MATERIALIZED (SELECT no, id, ${expressions[field]} AS key FROM items WHERE ${conditions})
  SELECT (SELECT count(*) FROM found) AS total,
    ARRAY(SELECT id FROM found ORDER BY key ${direction} NULLS LAST, no LIMIT $10 OFFSET $11) AS ids`;

const afterSql = `SELECT id FROM items WHERE ${conditions} AND no > $10::bigint ORDER BY no LIMIT $11`;

export function createSellerItemsRepo(db: CatalogDatabase): SellerItemsRepo {
  return {
    page: (filter, { order, limit, offset }) =>
      db.readYourWrites(filter.callerId, async ({ pool }) => {
        const values = [...valuesOf(filter), limit, offset];
        const { rows } = await pool.query<Found>(pageSql(order), values);
        return rows[0] ?? { total: 0, ids: [] };
      }),
    after: (filter, { after, limit }) =>
      db.readYourWrites(filter.callerId, async ({ pool }) => {
        const { rows } = await pool.query<{ id: string }>(afterSql, [...valuesOf(filter), after, limit]);
        return rows.map(({ id }) => id);
      }),
  };
}
