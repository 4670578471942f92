import type { Page } from "@marketplace/conventions";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Sort } from "./search.schema.ts";
import { keysOf, type SearchQuery } from "./search-query.ts";

/** How many matches are counted; also how deep pages reach (decisions 1.8). */
export const searchWindow = 10_000;

/** How many of them are ranked and made facets of. */
export const candidates = 5_000;

/** What matches, up to the window. */
export interface Matches {
  /** Number of matches; over the window when there are more. */
  total: number;
  /** Item numbers in order, up to the window: the ranked candidates, then the others, the newest first. */
  numbers: number[];
  /** Matches per key of listings; of a larger set those among its candidates. */
  keys: Record<string, number>;
  prices: PriceBounds | null;
}

/** Prices at a third and two thirds of the matches, and how many are up to, between and from them. */
export type PriceBounds = [low: number, high: number, upTo: number, between: number, from: number];

export interface SearchRepo {
  /** Counts, facets and order of the matches. `tsquery` replaces the text's own words. */
  match(query: SearchQuery, sort: Sort, tsquery?: string): Promise<Matches>;
  /** One page of a set that has more matches than candidates, in an order that an index has. */
  pageOf(query: SearchQuery, sort: "newest" | "price_asc" | "price_desc", page: Page): Promise<number[]>;
  /** A block of a scan: the matches after a number, by number. */
  scan(query: SearchQuery, after: number, limit: number): Promise<number[]>;
}

interface Conditions {
  sql: string;
  values: unknown[];
  /** The query of words, as a constant that the planner can see; `undefined` without text. */
  words: string | undefined;
}

function conditionsOf(query: SearchQuery, tsquery: string | undefined): Conditions {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const parts = [`l.keys @> ${value(keysOf(query))}::text[]`];
  const { price, sellerId } = query;
  const words = tsquery === undefined ? undefined : `${value(tsquery)}::tsquery`;
  if (words !== undefined) parts.push(`l.words @@ ${words}`);
  if (price?.from !== undefined) parts.push(`l.price >= ${value(price.from)}::numeric`);
  if (price?.to !== undefined) parts.push(`l.price <= ${value(price.to)}::numeric`);
  if (sellerId !== undefined) parts.push(`l.seller_id = ${value(sellerId)}::bigint`);
  return { sql: parts.join(" AND "), values, words };
}

const orders = {
  newest: "no DESC",
  relevance: "rank DESC, no DESC",
  price_asc: "price ASC NULLS LAST, no ASC",
  price_desc: "price DESC NULLS LAST, no DESC",
} as const;

const matchSql = ({ sql, words }: Conditions, sort: Sort): string => {
  const rank = sort === "relevance" && words !== undefined ? `ts_rank(l.words, ${words}, 1)` : "0";
  return `
  WITH matched AS MATERIALIZED (
    SELECT l.no, l.price, l.keys, ${rank} AS rank FROM listings l WHERE ${sql} LIMIT ${candidates}
  ), thirds AS (
    SELECT percentile_disc(ARRAY[0.33, 0.67]) WITHIN GROUP (ORDER BY price) AS at FROM matched WHERE price IS NOT NULL
  )
  SELECT (SELECT count(*) FROM matched) AS total,
    ARRAY(SELECT no FROM matched ORDER BY ${orders[sort]}) AS numbers,
    (SELECT json_object_agg(key, n) FROM (
      SELECT key, sum(alike) AS n FROM (SELECT keys, count(*) AS alike FROM matched GROUP BY keys) kinds,
        unnest(keys) key GROUP BY key) facets) AS keys,
    (SELECT json_build_array(at[1], at[2], count(*) FILTER (WHERE price <= at[1]),
        count(*) FILTER (WHERE price BETWEEN at[1] AND at[2]), count(*) FILTER (WHERE price >= at[2]))
      FROM matched, thirds WHERE at IS NOT NULL GROUP BY at) AS prices`;
};

/** The matches beyond the candidates: they are only counted, and put behind. */
const restSql = ({ sql }: Conditions): string => `
  SELECT no FROM (
    SELECT l.no FROM listings l WHERE ${sql} OFFSET ${candidates} LIMIT ${searchWindow - candidates + 1}
  ) rest ORDER BY no DESC`;

// Evaluated once: inside of the search it would be for every row that is ranked.
const plainWords = "SELECT plainto_tsquery(search_config($1), search_text($1, $2))::text AS words";
const givenWords = "SELECT to_tsquery(search_config($1), search_text($1, $2))::text AS words";

export function searchRepo({ pool }: CatalogDatabase): SearchRepo {
  const wordsOf = async ({ siteId, text }: SearchQuery, tsquery?: string): Promise<string | undefined> => {
    if (text === undefined) return undefined;
    const sql = tsquery === undefined ? plainWords : givenWords;
    const { rows } = await pool.query<{ words: string }>(sql, [siteId, tsquery ?? text]);
    return rows[0]?.words;
  };
  const numbers = async (sql: string, values: unknown[]): Promise<number[]> => {
    const { rows } = await pool.query<{ no: number }>(sql, values);
    return rows.map(({ no }) => no);
  };
  return {
    async match(query, sort, tsquery) {
      const conditions = conditionsOf(query, await wordsOf(query, tsquery));
      const { rows } = await pool.query<Row>(matchSql(conditions, sort), conditions.values);
      const [row] = rows;
      if (!row) throw new Error("a query of aggregates gives one row");
      const found = { ...row, keys: row.keys ?? {}, numbers: row.numbers.map(Number) };
      if (found.total < candidates) return found;
      const rest = await numbers(restSql(conditions), conditions.values);
      return { ...found, total: found.total + rest.length, numbers: [...found.numbers, ...rest] };
    },
    async pageOf(query, sort, { limit, offset }) {
      const { sql, values } = conditionsOf(query, await wordsOf(query));
      // The index on prices is read backwards for the highest, where it would begin with those that have none.
      const priced = sort === "price_desc" ? "AND l.price IS NOT NULL" : "";
      const order = orders[sort].replace(priced && " NULLS LAST", "");
      const site = `l.site_id = $${values.push(query.siteId)}`;
      return numbers(
        `SELECT l.no FROM listings l WHERE ${site} AND ${sql} ${priced} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
        values,
      );
    },
    async scan(query, after, limit) {
      const { sql, values } = conditionsOf(query, await wordsOf(query));
      const from = values.push(after);
      return numbers(
        `SELECT l.no FROM listings l WHERE ${sql} AND l.no > $${from} ORDER BY l.no LIMIT ${limit}`,
        values,
      );
    },
  };
}

interface Row {
  total: number;
  /** An array of bigint, as the driver reads it. */
  numbers: (number | string)[];
  keys: Record<string, number> | null;
  prices: PriceBounds | null;
}
