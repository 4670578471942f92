import type { Order, OrderField, SellerItemsParams } from "./seller-items.schema.ts";

/** A seller's items that are asked for. */
export type SellerItemsFilter = Readonly<Record<"callerId" | "sellerId", number>> &
  Omit<SellerItemsParams, "orders" | "limit" | "offset" | "search_type" | "scroll_id" | "include_filters">;

// An index of the migrations is made of the same expression.
const sellerSku = `jsonb_path_query_first(attributes, '$[*] ? (@.id == "SELLER_SKU").value_name')`;

/** Whether a variation contains this; a partial index has the items with variations. */
const someVariation = (part: string): string =>
  `variations <> '[]' AND variations @> jsonb_build_array(${part})`;
const skuOfVariation = `jsonb_build_object('attributes',
    jsonb_build_array(jsonb_build_object('id', 'SELLER_SKU', 'value_name', $5::text)))`;

/** A seller names products by GTIN: of the item, or of each of its variations. */
const isIdentified = `(attributes @> '[{"id": "GTIN"}]' OR variations <> '[]' AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(variations) AS variation
    WHERE NOT coalesce(variation -> 'attributes', '[]') @> '[{"id": "GTIN"}]'))`;

// Null conditions are folded away, because the statements are planned with their values.
const conditions = `seller_id = $1::bigint
  AND NOT 'deleted' = ANY (sub_status)
  AND ($2::text IS NULL OR status = $2)
  AND ($3::text[] IS NULL OR NOT EXISTS (
    SELECT FROM unnest($3::text[]) word WHERE position(lower(unaccent(word)) IN lower(unaccent(title))) = 0))
  AND ($4::text IS NULL OR seller_custom_field = $4 OR ${someVariation(`jsonb_build_object('seller_custom_field', $4::text)`)})
  AND ($5::text IS NULL OR ${sellerSku} = to_jsonb($5::text) OR ${someVariation(skuOfVariation)})
  AND ($6::text IS NULL OR listing_type_id = $6)
  AND ($7::text IS NULL OR buying_mode = $7)
  AND ($8::text IS NULL OR shipping_mode = $8)
  AND ($9::text IS NULL OR logistic_type = $9)
  AND ($10::text IS NULL OR $10 = ANY (sub_status))
  AND ($11::jsonb IS NULL OR other_fields -> 'tags' @> $11::jsonb)
  AND ($12::boolean IS NULL OR NOT ${isIdentified} = $12)`;

const partsOf = (text: string | undefined, separator: RegExp): string[] | undefined => {
  const parts = text?.split(separator).filter((part) => part !== "") ?? [];
  return parts.length > 0 ? parts : undefined;
};

/** The values of the conditions: `$1` to `$12`. */
export const valuesOf = ({ sellerId, q, tags, ...filter }: SellerItemsFilter): unknown[] => {
  const tagList = partsOf(tags, /,/);
  return [
    sellerId,
    filter.status ?? null,
    partsOf(q, /\s+/) ?? null,
    filter.sku ?? null,
    filter.seller_sku ?? null,
    filter.listing_type_id ?? null,
    filter.buying_mode ?? null,
    filter.shipping_mode ?? null,
    filter.logistic_type ?? null,
    filter.sub_status ?? null,
    tagList ? JSON.stringify(tagList) : null,
    filter.missing_product_identifiers ?? null,
  ];
};

const keys: Record<OrderField, string> = {
  // An index gives this order, the default.
  stop_time: "item_stop_time(closed_at, listing_type_id, date_created)",
  start_time: "date_created",
  available_quantity: "available_quantity",
  price: "price",
  last_updated: "last_updated",
};

const sortedBy = ({ field, direction }: Order): string =>
  `${keys[field]} ${direction}${field === "price" ? " NULLS LAST" : ""}, no ${direction}`;

export const countSql = `SELECT count(*) AS total FROM items WHERE ${conditions}`;

export const pageSql = (order: Order): string => `
  SELECT (${countSql}) AS total,
    ARRAY(SELECT id FROM items WHERE ${conditions} ORDER BY ${sortedBy(order)} LIMIT $13 OFFSET $14) AS ids`;

/** Keyset pagination: a block costs the same however deep it is. */
export const afterSql = `SELECT id FROM items WHERE ${conditions} AND no > $13::bigint ORDER BY no LIMIT $14`;

/** Columns that filters compare. */
const facets = ["status", "listing_type_id", "buying_mode", "shipping_mode", "logistic_type"] as const;

/** One row per value of a filter, in one pass over the items. */
export const facetsSql = `
  WITH found AS MATERIALIZED (
    SELECT ${facets.join(", ")}, sub_status, ${isIdentified} AS identified
    FROM items WHERE ${conditions})
  SELECT ids[1] AS id, ids[2] AS value, count(*) AS results FROM found,
    LATERAL (VALUES ${facets.map((column) => `(ARRAY['${column}', ${column}])`).join(", ")},
      (ARRAY['missing_product_identifiers', (NOT identified)::text])) AS value (ids)
  GROUP BY 1, 2
  UNION ALL
  SELECT 'sub_status', word, count(*) FROM found, unnest(sub_status) AS word GROUP BY 2`;
