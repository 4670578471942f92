import type { Conditions } from "./conditions.ts";
import { candidates, searchWindow } from "./matches.ts";
import type { Sort } from "./search.schema.ts";

const orders = {
  relevance: "no DESC",
  price_asc: "price ASC NULLS LAST, no ASC",
  price_desc: "price DESC NULLS LAST, no DESC",
} as const;

/** One row: how many candidates, their numbers in order, how many have each key, and thirds by price. */
export function matchSql({ table, sql, words }: Conditions, sort: Sort): string {
  const ranked = sort === "relevance" && words !== undefined;
  const rank = ranked ? `ts_rank(l.words, ${words}, 1)` : "0";
  const order = ranked ? "rank DESC, no DESC" : orders[sort];
  const matched = `${table} l WHERE ${sql} LIMIT ${candidates}`;
  const source =
    table === "listings" ? matched : `(SELECT l.no FROM ${matched}) m JOIN listings l USING (no)`;
  return `
  WITH matched AS MATERIALIZED (
    SELECT l.no, l.price, l.keys, ${rank} AS rank FROM ${source}
  ), thirds AS (
    SELECT percentile_disc(ARRAY[0.33, 0.67]) WITHIN GROUP (ORDER BY price) AS at FROM matched WHERE price IS NOT NULL
  )
  SELECT (SELECT count(*) FROM matched) AS total,
    (SELECT string_agg(no::text, ',' ORDER BY ${order}) FROM matched) AS numbers,
    (SELECT json_object_agg(key, n) FROM (
      SELECT key, count(*) AS n FROM matched, unnest(keys) key GROUP BY key) facets) AS keys,
    (SELECT json_build_array(at[1], at[2], count(*) FILTER (WHERE price <= at[1]),
        count(*) FILTER (WHERE price BETWEEN at[1] AND at[2]), count(*) FILTER (WHERE price >= at[2]))
      FROM matched, thirds WHERE at IS NOT NULL GROUP BY at) AS prices`;
}

/** The matches beyond the candidates: they are only counted, and put behind. */
export const restSql = ({ table, sql }: Conditions): string => `
  SELECT string_agg(no::text, ',' ORDER BY no DESC) AS numbers FROM (
    SELECT l.no FROM ${table} l WHERE ${sql} OFFSET ${candidates} LIMIT ${searchWindow - candidates + 1}) rest`;

/** All matches in order, if the window holds them; else one more than that, as they lie. */
export const orderedSql = ({ table, sql }: Conditions, sort: Sort): string => `
  SELECT string_agg(no::text, ',' ORDER BY ${orders[sort]}) AS numbers FROM (
    SELECT l.no, l.price FROM ${table} l WHERE ${sql} LIMIT ${searchWindow + 1}) matched`;
