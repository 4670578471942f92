import type { Page } from "@marketplace/conventions";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Sort } from "./search.schema.ts";
import { keysOf, type SearchQuery } from "./search-query.ts";

/** How many matches are counted, ranked and made facets of; also how deep pages reach (decisions 1.8). */
export const searchWindow = 10_000;

/** What matches, up to the window. */
export interface Matches {
  /** Number of matches; over the window when there are more. */
  total: number;
  /** Item numbers of all matches in order; empty when only a page was asked for and there are more than the window. */
  numbers: number[];
  /** Matches per key of listings. */
  keys: Record<string, number>;
  prices: PriceBounds | null;
}

/** Prices at a third and two thirds of the matches, and how many are up to, between and from them. */
export type PriceBounds = [low: number, high: number, upTo: number, between: number, from: number];

export interface SearchRepo {
  /** Counts, facets and order of the matches. `tsquery` replaces the text's own words. */
  match(query: SearchQuery, sort: Sort, tsquery?: string): Promise<Matches>;
  /** One page of a set that is larger than the window, in an order that an index has. */
  pageOf(query: SearchQuery, sort: "newest" | "price_asc" | "price_desc", page: Page): Promise<number[]>;
  /** A block of a scan: the matches after a number, by number. */
  scan(query: SearchQuery, after: number, limit: number): Promise<number[]>;
}

interface Conditions {
  sql: string;
  values: unknown[];
  /** The query of words; `undefined` without text. */
  words: string | undefined;
}

function conditionsOf(query: SearchQuery, tsquery?: string): Conditions {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const site = value(query.siteId);
  const parts = [`l.site_id = ${site}`, `l.keys @> ${value(keysOf(query))}::text[]`];
  const { text, price, sellerId } = query;
  const words =
    tsquery !== undefined
      ? `to_tsquery(search_config(${site}), search_text(${site}, ${value(tsquery)}))`
      : text !== undefined
        ? `plainto_tsquery(search_config(${site}), search_text(${site}, ${value(text)}))`
        : undefined;
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
    SELECT l.no, l.price, l.keys, ${rank} AS rank FROM listings l WHERE ${sql} LIMIT ${searchWindow + 1}
  ), thirds AS (
    SELECT percentile_disc(ARRAY[0.33, 0.67]) WITHIN GROUP (ORDER BY price) AS at FROM matched WHERE price IS NOT NULL
  )
  SELECT (SELECT count(*) FROM matched) AS total,
    ARRAY(SELECT no FROM matched ORDER BY ${orders[sort]}) AS numbers,
    (SELECT json_object_agg(key, n) FROM (
      SELECT key, count(*) AS n FROM matched, unnest(keys) key GROUP BY key) facets) AS keys,
    (SELECT json_build_array(at[1], at[2], count(*) FILTER (WHERE price <= at[1]),
        count(*) FILTER (WHERE price BETWEEN at[1] AND at[2]), count(*) FILTER (WHERE price >= at[2]))
      FROM matched, thirds WHERE at IS NOT NULL GROUP BY at) AS prices`;
};

export function searchRepo({ pool }: CatalogDatabase): SearchRepo {
  const numbers = async (sql: string, values: unknown[]): Promise<number[]> => {
    const { rows } = await pool.query<{ no: number }>(sql, values);
    return rows.map(({ no }) => no);
  };
  return {
    async match(query, sort, tsquery) {
      const conditions = conditionsOf(query, tsquery);
      const { rows } = await pool.query<Row>(matchSql(conditions, sort), conditions.values);
      const [row] = rows;
      if (!row) throw new Error("a query of aggregates gives one row");
      return { ...row, keys: row.keys ?? {}, numbers: row.numbers.map(Number) };
    },
    pageOf(query, sort, { limit, offset }) {
      const { sql, values } = conditionsOf(query);
      // The index on prices is read backwards for the highest, where it would begin with those that have none.
      const priced = sort === "price_desc" ? "AND l.price IS NOT NULL" : "";
      const order = orders[sort].replace(priced && " NULLS LAST", "");
      return numbers(
        `SELECT l.no FROM listings l WHERE ${sql} ${priced} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
        values,
      );
    },
    scan(query, after, limit) {
      const { sql, values } = conditionsOf(query);
      return numbers(
        `SELECT l.no FROM listings l WHERE ${sql} AND l.no > $${values.length + 1} ORDER BY l.no LIMIT ${limit}`,
        [...values, after],
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
