import type { ItemSummary } from "@marketplace/contracts";
import { batchingByIds } from "@marketplace/database";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { currencyOf } from "../currencies/currencies.service.ts";
import { saleFeeOf } from "../listing-types/fees.rules.ts";
import { isListingType } from "../listing-types/listing-types.rules.ts";
import type { StoredVariation } from "../variations/variations.schema.ts";
import { variationSummary } from "../variations/variations-wire.rules.ts";
import type { StoredAttribute } from "./item-attributes.schema.ts";
import { manufacturingDaysOf, warrantyOf } from "./sale-terms.rules.ts";

type Row = Omit<ItemSummary, "shipping" | "variations"> &
  ItemSummary["shipping"] & {
    listing_type_id: string;
    /** The price as text, exactly. */
    amount: string;
    attributes: StoredAttribute[];
    sale_terms: StoredAttribute[];
    variations: StoredVariation[];
  };

type FeeSource = Pick<Row, "site_id" | "listing_type_id" | "currency_id">;

/**
 * Vehicles are items of categories with the vertical motors: their questions carry contact data. The subquery
 * reads the category once.
 */
const summaries = `SELECT id, site_id, seller_id, title, category_id, coalesce(price, 0)::float8 AS price,
    coalesce(price, 0)::text AS amount, currency_id, condition, listing_type_id, seller_custom_field, attributes, sale_terms,
    available_quantity, status, sub_status, variations, shipping_mode AS mode, logistic_type, free_shipping, shipping_tags AS tags,
    coalesce(vertical = 'motors', false) AS vehicle, coalesce(buying <> 'false', true) AS buying_allowed
  FROM items LEFT JOIN LATERAL (
    SELECT settings ->> 'vertical' AS vertical, settings ->> 'buying_allowed' AS buying
    FROM categories WHERE categories.id = items.category_id) AS category ON true
  WHERE id = ANY ($1)`;

/** What other services may know of items, in the order of the ids; unknown items are left out. */
export type ItemSummariesRepo = (ids: readonly string[]) => Promise<ItemSummary[]>;

export function createItemSummariesRepo(db: CatalogDatabase): ItemSummariesRepo {
  return batchingByIds(
    db,
    async (ids: readonly string[]) => {
      const rows = await db.query<Row>(summaries, [ids]);
      return new Map(rows.map((row) => [row.id, summaryOf(row)]));
    },
    // Every new question reads one. More than one batch at a time doubles the time of Postgres.
    { concurrency: 1 },
  );
}

function summaryOf({ mode, logistic_type, free_shipping, tags, variations, ...row }: Row): ItemSummary {
  const { attributes, sale_terms, amount, ...item } = row;
  return {
    ...item,
    ...(variations.length > 0 && { variations: variations.map(variationSummary) }),
    seller_sku: attributes.find(({ id }) => id === "SELLER_SKU")?.value_name ?? null,
    warranty: warrantyOf(sale_terms),
    manufacturing_days: manufacturingDaysOf(sale_terms),
    sale_fee: feeOf(row, amount),
    shipping: { mode, logistic_type, free_shipping, tags },
  };
}

/** What a sale of one unit costs; nothing by a listing type that is not known any more. */
function feeOf(
  { site_id: siteId, listing_type_id, currency_id: currencyId }: FeeSource,
  price: string,
): number {
  if (!isListingType(listing_type_id)) return 0;
  const places = currencyOf(currencyId)?.decimal_places ?? 2;
  return saleFeeOf({ siteId, listingTypeId: listing_type_id, price, currencyId, places }).amount;
}
