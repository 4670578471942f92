import type { CatalogDatabase } from "@marketplace/database/catalog";
import { isCategoryAndPrice, keysOf, type SearchQuery } from "./search-query.ts";

/** What matches must be, as SQL. */
export interface Conditions {
  /** The table, as `l`: the narrow one when category and price are all that is asked for. */
  table: "listings" | "category_listings";
  sql: string;
  values: unknown[];
  /** The query of words, as a constant that the planner can see; `undefined` without text. */
  words: string | undefined;
}

/** The conditions of a search; `tsquery` are its words. */
export function conditionsOf(query: SearchQuery, tsquery: string | undefined): Conditions {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const narrow = isCategoryAndPrice(query);
  const { price, sellerId } = query;
  const parts = [
    narrow ? `l.category_id = ${value(query.categoryId)}` : `l.keys @> ${value(keysOf(query))}::text[]`,
  ];
  const words = tsquery === undefined ? undefined : `${value(tsquery)}::tsquery`;
  if (words !== undefined) parts.push(`l.words @@ ${words}`);
  if (price?.from !== undefined) parts.push(`l.price >= ${value(price.from)}::numeric`);
  if (price?.to !== undefined) parts.push(`l.price <= ${value(price.to)}::numeric`);
  if (sellerId !== undefined) parts.push(`l.seller_id = ${value(sellerId)}::bigint`);
  return { table: narrow ? "category_listings" : "listings", sql: parts.join(" AND "), values, words };
}

// Evaluated once: inside of the search it would be for every row that is ranked.
const plainWords = "SELECT plainto_tsquery(search_config($1), search_text($1, $2))::text AS words";
const givenWords = "SELECT to_tsquery(search_config($1), search_text($1, $2))::text AS words";

/** Reads the words of a search, or of the `tsquery` given instead, as the site's listings have them. */
export const wordsReader =
  (pool: CatalogDatabase["pool"]) =>
  async ({ siteId, text }: SearchQuery, tsquery?: string): Promise<string | undefined> => {
    if (text === undefined) return undefined;
    const sql = tsquery === undefined ? plainWords : givenWords;
    const { rows } = await pool.query<{ words: string }>({
      name: tsquery === undefined ? "plain words" : "given words",
      text: sql,
      values: [siteId, tsquery ?? text],
    });
    return rows[0]?.words;
  };
