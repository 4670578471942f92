import type { Conditions } from "./conditions.ts";
import { candidates, searchWindow } from "./matches.ts";
import type { Sort } from "./search.schema.ts";

const orders = {
  relevance: "no DESC",
  price_asc: "price ASC NULLS LAST, no ASC",
  price_desc: "price DESC NULLS LAST, no DESC",
} as const;

/**
 * One row: how many matches, their numbers in order, how many of the candidates have each key, and thirds by price. The
 * index is read once, up to `most` matches (else one more than the window); of these only the candidates, the newest, are looked at closely.
 */
export function matchSql({ table, sql, words }: Conditions, sort: Sort, most = searchWindow + 1): string {
  const ranked = sort === "relevance" && words !== undefined;
  const rank = ranked ? `ts_rank(l.words, ${words}, 1)` : "0";
  // The place of a row in its table is the quickest way back to it, within one statement.
  const place = table === "listings" ? "l.ctid" : "l.no";
  const numbers = ranked
    ? `SELECT concat_ws(',', (SELECT string_agg(no::text, ',' ORDER BY rank DESC, no DESC) FROM matched),
        (SELECT string_agg(no::text, ',' ORDER BY no DESC) FROM found WHERE no < (SELECT min(no) FROM matched)))`
    : `SELECT string_agg(no::text, ',' ORDER BY ${orders[sort]}) FROM found`;
  return `
  WITH found AS MATERIALIZED (
    SELECT ${place} AS place, l.no, l.price FROM ${table} l WHERE ${sql} LIMIT ${most}
  ), matched AS MATERIALIZED (
    SELECT l.no, l.price, l.keys, ${rank} AS rank FROM listings l
    WHERE ${place} = ANY (ARRAY(SELECT place FROM found ORDER BY no DESC LIMIT ${candidates}))
  ), thirds AS (
    SELECT percentile_disc(ARRAY[0.33, 0.67]) WITHIN GROUP (ORDER BY price) AS at FROM matched WHERE price IS NOT NULL
  )
  SELECT (SELECT count(*) FROM found) AS total, (${numbers}) AS numbers,
    (SELECT json_object_agg(key, n) FROM (
      SELECT key, count(*) AS n FROM matched, unnest(keys) key GROUP BY key) facets) AS keys,
    (SELECT json_build_array(at[1], at[2], count(*) FILTER (WHERE price <= at[1]),
        count(*) FILTER (WHERE price BETWEEN at[1] AND at[2]), count(*) FILTER (WHERE price >= at[2]))
      FROM matched, thirds WHERE at IS NOT NULL GROUP BY at) AS prices`;
}
