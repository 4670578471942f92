import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { SearchedItem } from "./indexed-item.rules.ts";

export type SearchedItemsRepo = ReturnType<typeof createSearchedItemsRepo>;

const select = `
  SELECT i.no, i.site_id AS "siteId", i.seller_id AS "sellerId", i.price, i.condition,
    i.free_shipping AS "freeShipping", i.title, i.attributes, i.variations, c.name AS "categoryName", c.path
  FROM items i JOIN categories c ON c.id = i.category_id WHERE i.status = 'active'`;
const byNumbers = `${select} AND i.no = ANY ($1::bigint[])`;
const below = `${select} AND i.no < $1 ORDER BY i.no DESC LIMIT $2`;
const ofCategories = `
  SELECT no FROM items WHERE category_id = ANY ($1::text[]) AND status = 'active' ORDER BY no`;

/** Active items as search needs them. */
export function createSearchedItemsRepo(db: CatalogDatabase) {
  return {
    /** Those that are active, in no particular order. */
    byNumbers: (numbers: readonly number[]) => db.query<SearchedItem>(byNumbers, [numbers]),
    /** The newest below a number. */
    below: (number: number, limit: number) => db.query<SearchedItem>(below, [number, limit]),
    async numbersIn(categories: readonly string[]): Promise<number[]> {
      if (categories.length === 0) return [];
      return (await db.query<{ no: number }>(ofCategories, [categories])).map(({ no }) => no);
    },
  };
}
