import type { Queryable } from "@marketplace/database";
import type { Extent } from "./block-scan.rules.ts";
import type { SearchQuery } from "./search-query.schema.ts";

// The number of all listings is what the planner takes it to be: it only decides which way a search goes.
const ofSite = `
  SELECT min(no) AS first, max(no) AS last,
    (SELECT coalesce(sum(count), 0) FROM facet_counts f JOIN categories c ON c.id = f.category_id
      WHERE c.site_id = $1 AND c.parent_id IS NULL AND f.key = '')
      >= 0.25 * (SELECT reltuples FROM pg_class WHERE oid = 'listings'::regclass) AS large
  FROM listings`;
const ofCategory = `
  SELECT min(no) AS first, max(no) AS last, false AS large FROM category_listings WHERE category_id = $1`;

/** Reads among which listings a search looks; `undefined` when there are none. */
export const extentReader =
  (pool: Queryable) =>
  async ({ siteId, categoryId }: Pick<SearchQuery, "siteId" | "categoryId">): Promise<Extent | undefined> => {
    const { rows } = await pool.query<{ first: number | null; last: number | null; large: boolean }>({
      name: categoryId === undefined ? "extent of a site" : "extent of a category",
      text: categoryId === undefined ? ofSite : ofCategory,
      values: [categoryId ?? siteId],
    });
    const { first = null, last = null, large = false } = rows[0] ?? {};
    return first === null || last === null ? undefined : { first, last, large };
  };
