import type { ItemSummary } from "@marketplace/contracts";
import { batchingByIds } from "@marketplace/database";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { StoredVariation } from "../variations/variations.schema.ts";
import { variationSummary } from "../variations/variations-wire.rules.ts";

type Row = Omit<ItemSummary, "shipping" | "variations"> &
  ItemSummary["shipping"] & { variations: StoredVariation[] };

/** Vehicles are items of categories with the vertical motors: their questions carry contact data. */
const summaries = `SELECT id, site_id, seller_id, title, category_id, coalesce(price, 0)::float8 AS price, currency_id,
    available_quantity, status, sub_status, variations, shipping_mode AS mode, logistic_type, free_shipping, shipping_tags AS tags,
    EXISTS (SELECT FROM categories WHERE id = items.category_id AND settings ->> 'vertical' = 'motors') AS vehicle
  FROM items WHERE id = ANY ($1)`;

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

const summaryOf = ({ mode, logistic_type, free_shipping, tags, variations, ...item }: Row): ItemSummary => ({
  ...item,
  ...(variations.length > 0 && { variations: variations.map(variationSummary) }),
  shipping: { mode, logistic_type, free_shipping, tags },
});
