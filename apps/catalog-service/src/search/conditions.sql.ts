import type { Queryable } from "@marketplace/database";
import { placesIn } from "./partitions.rules.ts";
import { priceSpan } from "./price-partitions.rules.ts";
import { isCategoryAndPrice, keysOf, type SearchQuery } from "./search-query.schema.ts";

/** What matches must be, as SQL. */
export interface Conditions {
  /** The table, as `l`: the narrow one when category and price are all that is asked for. */
  table: "listings" | "category_listings";
  sql: string;
  values: unknown[];
  /** How well a match fits the words, above any other where it is of the category that is meant; `undefined` without text. */
  rank: string | undefined;
}

/** What is looked for. */
export interface Wanted {
  words?: string | undefined;
  /** The words as they stand, and again with those they may mean: of what only shares their stem there may be much. */
  whole?: readonly string[] | undefined;
  /** The category that the text is most probably about. */
  meant?: string | undefined;
}

/** Which part of the listings is looked at: those in some blocks, or those below a number. */
export interface Part {
  places?: readonly string[];
  below?: number;
  /** The site is looked up in each match, instead of in the list of its listings. */
  siteOfEach?: boolean;
}

/** The conditions of a search. */
export function conditionsOf(
  query: SearchQuery,
  { words: tsquery, whole, meant }: Wanted,
  { places, below, siteOfEach = false }: Part = {},
): Conditions {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const inPlaces = (some: readonly string[]) =>
    `listing_places(l.site_id, l.no, l.price) && ${value(some)}::text[]`;
  const narrow = isCategoryAndPrice(query);
  const { price, sellerId } = query;
  const parts = [];
  if (narrow) parts.push(`l.category_id = ${value(query.categoryId)}`);
  else {
    const ofSite = query.categoryId === undefined;
    // Blocks are of one site: its key would be one list more to go through.
    const keys = ofSite && (places || siteOfEach) ? keysOf(query).slice(1) : keysOf(query);
    if (ofSite && siteOfEach) parts.push(`l.site_id = ${value(query.siteId)}`);
    if (keys.length > 0) parts.push(`l.keys @> ${value(keys)}::text[]`);
    if (places) parts.push(inPlaces(places));
    if (places && price) parts.push(inPlaces(placesIn(query.siteId, "p", priceSpan(price))));
  }
  // As a constant that the planner can see.
  const words = tsquery === undefined ? undefined : `${value(tsquery)}::tsquery`;
  if (words !== undefined) parts.push(`l.words @@ ${words}`);
  if (price?.from !== undefined) parts.push(`l.price >= ${value(price.from)}::numeric`);
  if (price?.to !== undefined) parts.push(`l.price <= ${value(price.to)}::numeric`);
  if (below !== undefined) parts.push(`l.no < ${value(below)}::bigint`);
  if (sellerId !== undefined) parts.push(`l.seller_id = ${value(sellerId)}::bigint`);
  const sql = parts.join(" AND ");
  const asTheyStand = () =>
    (whole ?? []).map((each) => ` + ts_rank('{1,1,1,1}', l.words, ${value(each)}::tsquery)`).join("");
  const ofMeant = () => (meant === undefined ? "" : ` + 4 * (l.category_id = ${value(meant)})::int`);
  const rank = words && `ts_rank(l.words, ${words}, 1)${asTheyStand()}${ofMeant()}`;
  return { table: narrow ? "category_listings" : "listings", sql, values, rank };
}

// Evaluated once: inside of the search it would be for every row that is ranked.
const plainWords = "SELECT search_query($1, $2)::text AS words, ARRAY[whole_query($1, $2)]::text[] AS whole";
const givenWords = `
  SELECT (search_query($1, $2) || to_tsquery(search_config($1), search_text($1, $3)))::text AS words,
    ARRAY[whole_query($1, $2), whole_query($1, $3)]::text[] AS whole`;

/** Reads the words of a search, and of the `tsquery` given beside them, as the site's listings have them. */
export const wordsReader =
  (pool: Queryable) =>
  async ({ siteId, text }: SearchQuery, tsquery?: string): Promise<Pick<Wanted, "words" | "whole">> => {
    if (text === undefined) return {};
    const sql = tsquery === undefined ? plainWords : givenWords;
    const { rows } = await pool.query<{ words: string; whole: (string | null)[] }>({
      name: tsquery === undefined ? "plain words" : "given words",
      text: sql,
      values: tsquery === undefined ? [siteId, text] : [siteId, text, tsquery],
    });
    return { words: rows[0]?.words, whole: rows[0]?.whole.filter((each) => each !== null) };
  };
