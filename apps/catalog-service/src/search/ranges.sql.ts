import type { Queryable } from "@marketplace/database";
import type { NumberRange } from "./block-scan.rules.ts";
import type { SearchQuery } from "./search-query.schema.ts";

// The planner's estimate of all listings is good enough: it only chooses between two plans.
const ofSite = `
  SELECT min(no) AS first, max(no) AS last,
    (SELECT coalesce(sum(count), 0) FROM facet_counts f JOIN categories c ON c.id = f.category_id
      WHERE c.site_id = $1 AND c.parent_id IS NULL AND f.key = '')
      >= 0.25 * (SELECT reltuples FROM pg_class WHERE oid = 'listings'::regclass) AS large
  FROM listings`;
const ofCategory = `
  SELECT min(no) AS first, max(no) AS last, false AS large FROM category_listings WHERE category_id = $1`;

/** Reads the item numbers that a search covers; `undefined` when there are no listings. */
export const numberRangeReader =
  (pool: Queryable) =>
  async ({
    siteId,
    categoryId,
  }: Pick<SearchQuery, "siteId" | "categoryId">): Promise<NumberRange | undefined> => {
    const { rows } = await pool.query<{ first: number | null; last: number | null; large: boolean }>({
      name: categoryId === undefined ? "number range of a site" : "number range of a category",
      text: categoryId === undefined ? ofSite : ofCategory,
      values: [categoryId ?? siteId],
    });
    const { first = null, last = null, large = false } = rows[0] ?? {};
    return first === null || last === null ? undefined : { first, last, large };
  };
