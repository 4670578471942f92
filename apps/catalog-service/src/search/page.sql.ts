import type { Page } from "@marketplace/conventions";
import { conditionsOf } from "./conditions.sql.ts";
import type { SearchQuery } from "./search-query.schema.ts";

export interface Block {
  sort: "newest" | "oldest" | "price_asc" | "price_desc";
  page: Page;
  /** Only item numbers above this one. */
  after?: number;
}

/** One page of the matches in the order of an index of the category or of the site. */
export function pageSql(query: SearchQuery, tsquery: string | undefined, { sort, page, after }: Block) {
  const { table, sql, values } = conditionsOf(query, { words: tsquery });
  const value = (given: unknown): string => `$${values.push(given)}`;
  const [from, by] =
    table === "category_listings"
      ? ["category_listings l WHERE true", "l"]
      : query.categoryId === undefined
        ? [`listings l WHERE l.site_id = ${value(query.siteId)}`, "l"]
        : [
            `category_listings c JOIN listings l USING (no) WHERE c.category_id = ${value(query.categoryId)}`,
            "c",
          ];
  const conditions = [from, sql, ...(after === undefined ? [] : [`${by}.no > ${value(after)}::bigint`])].join(
    " AND ",
  );
  const end = page.offset + page.limit;
  const part = (price: string) =>
    `(SELECT ${by}.no FROM ${conditions} ${price} ORDER BY ${orderOf(sort, by)} LIMIT ${end})`;
  // The index is read backwards for the highest prices, and NULLs come first there.
  const all =
    sort === "price_desc"
      ? `${part(`AND ${by}.price IS NOT NULL`)} UNION ALL ${part(`AND ${by}.price IS NULL`)}`
      : part("");
  const block = `SELECT no FROM (${all}) ordered LIMIT ${page.limit} OFFSET ${page.offset}`;
  return { sql: `SELECT array_to_string(ARRAY(${block}), ',') AS numbers`, values };
}

function orderOf(sort: Block["sort"], by: string): string {
  if (sort === "oldest") return `${by}.no`;
  if (sort === "newest") return `${by}.no DESC`;
  return sort === "price_asc" ? `${by}.price, ${by}.no` : `${by}.price DESC, ${by}.no DESC`;
}
