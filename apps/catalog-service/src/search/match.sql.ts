import type { Conditions } from "./conditions.sql.ts";
import { candidates, searchWindow } from "./matches.schema.ts";

interface Bounds {
  /** ORDER BY and LIMIT of the matches; without it all are taken. */
  limit?: string;
  /** How many of the newest matches are ranked and counted by key. */
  candidateLimit?: number;
}

/** One more than the window, so that a larger set is told apart. */
export const counted = `LIMIT ${searchWindow + 1}`;
export const newestCounted = `ORDER BY l.no DESC ${counted}`;

/**
 * One row: the number of matches, their item numbers from the newest on, rank and price of the candidates in
 * the same order, and the number of candidates per key.
 */
export function matchSql(
  { table, sql, rank }: Conditions,
  { limit = "", candidateLimit = candidates }: Bounds = {},
): string {
  // Within one statement a row's ctid is the fastest way back to it.
  const place = table === "listings" ? "l.ctid" : "l.no";
  // Pages of the narrow table come from its index, so the numbers beyond the candidates are not needed.
  const shown = table === "listings" ? "" : `LIMIT ${candidateLimit}`;
  return `
  WITH found AS MATERIALIZED (
    SELECT ${place} AS place, l.no FROM ${table} l WHERE ${sql} ${limit}
  ), matched AS MATERIALIZED (
    SELECT l.no, l.price, l.keys${rank === undefined ? "" : `, ${rank} AS rank`} FROM listings l
    WHERE ${place} = ANY (ARRAY(SELECT place FROM found ORDER BY no DESC LIMIT ${candidateLimit}))
  )
  SELECT (SELECT count(*) FROM found) AS total,
    (SELECT string_agg(no::text, ',') FROM (SELECT no FROM found ORDER BY no DESC ${shown}) newest) AS numbers,
    (SELECT string_agg(coalesce(price::text, ''), ',' ORDER BY no DESC) FROM matched) AS prices,
    ${rank === undefined ? "NULL" : "(SELECT string_agg(rank::text, ',' ORDER BY no DESC) FROM matched)"} AS ranks,
    (SELECT json_object_agg(key, n) FROM (
      SELECT key, count(*) AS n FROM (SELECT unnest(keys) AS key FROM matched) each GROUP BY key) facets) AS keys`;
}
