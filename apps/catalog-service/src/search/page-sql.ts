import type { Page } from "@marketplace/conventions";
import { conditionsOf } from "./conditions.ts";
import type { IndexedSort } from "./matches.ts";
import { isBareCategory, type SearchQuery } from "./search-query.ts";

export interface Block {
  sort: IndexedSort | "oldest";
  page: Page;
  /** Only numbers over this one. */
  after?: number;
}

/** One block of the matches, in an order that an index has: of the category, or of the site where there is none. */
export function pageSql(query: SearchQuery, tsquery: string | undefined, { sort, page, after }: Block) {
  const { sql, values } = conditionsOf(query, tsquery);
  const value = (given: unknown): string => `$${values.push(given)}`;
  const bare = isBareCategory(query);
  // Nothing but the category: its own rows say it all.
  if (bare) values.length = 0;
  const [from, by] =
    query.categoryId === undefined
      ? [`listings l WHERE l.site_id = ${value(query.siteId)}`, "l"]
      : [
          `category_listings c${bare ? "" : " JOIN listings l USING (no)"} WHERE c.category_id = ${value(query.categoryId)}`,
          "c",
        ];
  const conditions = [
    from,
    ...(bare ? [] : [sql]),
    ...(after === undefined ? [] : [`${by}.no > ${value(after)}::bigint`]),
    // The index on prices is read backwards for the highest, where it would begin with those that have none.
    ...(sort === "price_desc" ? [`${by}.price IS NOT NULL`] : []),
  ];
  const block = `SELECT ${by}.no FROM ${conditions.join(" AND ")} ORDER BY ${orderOf(sort, by)} LIMIT ${page.limit} OFFSET ${page.offset}`;
  return { sql: `SELECT array_to_string(ARRAY(${block}), ',') AS numbers`, values };
}

function orderOf(sort: Block["sort"], by: string): string {
  if (sort === "oldest") return `${by}.no`;
  if (sort === "newest") return `${by}.no DESC`;
  return sort === "price_asc" ? `${by}.price, ${by}.no` : `${by}.price DESC, ${by}.no DESC`;
}
