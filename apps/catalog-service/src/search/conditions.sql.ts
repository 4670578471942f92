import type { Queryable } from "@marketplace/database";
import { partitionsIn } from "./partitions.rules.ts";
import { priceSpan } from "./price-partitions.rules.ts";
import { isCategoryAndPrice, keysOf, type SearchQuery } from "./search-query.schema.ts";

/** The WHERE clause of a search and its parameters. */
export interface Conditions {
  /** The table, as `l`: the narrow one when category and price are all that is asked for. */
  table: "listings" | "category_listings";
  sql: string;
  values: unknown[];
  /** The rank by words, higher in the predicted category; `undefined` without text. */
  rank: string | undefined;
}

/** What is searched for. */
export interface Terms {
  words?: string | undefined;
  /** The words unstemmed, and again with alternatives: a stem also matches words that only look alike. */
  exact?: readonly string[] | undefined;
  /** The category that the text is probably about. */
  predicted?: string | undefined;
}

/** The part of the listings to read: some partitions, or those below an item number. */
export interface Part {
  partitions?: readonly string[];
  below?: number;
  /** Tests the site of each match, instead of intersecting with the list of the site's listings. */
  siteOfEach?: boolean;
}

/** The conditions of a search. */
export function conditionsOf(
  query: SearchQuery,
  { words: tsquery, exact, predicted }: Terms,
  { partitions, below, siteOfEach = false }: Part = {},
): Conditions {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const inPartitions = (some: readonly string[]) =>
    `listing_places(l.site_id, l.no, l.price) && ${value(some)}::text[]`;
  const narrow = isCategoryAndPrice(query);
  const { price, sellerId } = query;
  const parts = [];
  if (narrow) parts.push(`l.category_id = ${value(query.categoryId)}`);
  else {
    const ofSite = query.categoryId === undefined;
    // A partition belongs to one site, so the key of the site would narrow nothing.
    const keys = ofSite && (partitions || siteOfEach) ? keysOf(query).slice(1) : keysOf(query);
    if (ofSite && siteOfEach) parts.push(`l.site_id = ${value(query.siteId)}`);
    if (keys.length > 0) parts.push(`l.keys @> ${value(keys)}::text[]`);
    if (partitions) parts.push(inPartitions(partitions));
    if (partitions && price) parts.push(inPartitions(partitionsIn(query.siteId, "p", priceSpan(price))));
  }
  // A constant, so that the planner estimates its matches.
  const words = tsquery === undefined ? undefined : `${value(tsquery)}::tsquery`;
  if (words !== undefined) parts.push(`l.words @@ ${words}`);
  if (price?.from !== undefined) parts.push(`l.price >= ${value(price.from)}::numeric`);
  if (price?.to !== undefined) parts.push(`l.price <= ${value(price.to)}::numeric`);
  if (below !== undefined) parts.push(`l.no < ${value(below)}::bigint`);
  if (sellerId !== undefined) parts.push(`l.seller_id = ${value(sellerId)}::bigint`);
  const sql = parts.join(" AND ");
  const exactRank = () =>
    (exact ?? []).map((each) => ` + ts_rank('{1,1,1,1}', l.words, ${value(each)}::tsquery)`).join("");
  const predictedRank = () =>
    predicted === undefined ? "" : ` + 4 * (l.category_id = ${value(predicted)})::int`;
  const rank = words && `ts_rank(l.words, ${words}, 1)${exactRank()}${predictedRank()}`;
  return { table: narrow ? "category_listings" : "listings", sql, values, rank };
}

// A statement of its own: inside the search Postgres would evaluate these for every row.
const parsedText = "SELECT search_query($1, $2)::text AS words, ARRAY[whole_query($1, $2)]::text[] AS exact";
const parsedAlternatives = `
  SELECT (search_query($1, $2) || to_tsquery(search_config($1), search_text($1, $3)))::text AS words,
    ARRAY[whole_query($1, $2), whole_query($1, $3)]::text[] AS exact`;

/** Parses a text, and alternatives in `tsquery`, with the text search configuration of the site. */
export const wordsReader =
  (pool: Queryable) =>
  async ({ siteId, text }: SearchQuery, tsquery?: string): Promise<Pick<Terms, "words" | "exact">> => {
    if (text === undefined) return {};
    const sql = tsquery === undefined ? parsedText : parsedAlternatives;
    const { rows } = await pool.query<{ words: string; exact: (string | null)[] }>({
      name: tsquery === undefined ? "plain words" : "given words",
      text: sql,
      values: tsquery === undefined ? [siteId, text] : [siteId, text, tsquery],
    });
    return { words: rows[0]?.words, exact: rows[0]?.exact.filter((each) => each !== null) };
  };
