import type { Conditions } from "./conditions.sql.ts";
import { candidates, searchWindow } from "./matches.schema.ts";

/** How much of what matches a statement takes. */
interface Bounds {
  /** What to take of the matches, where not all: an order and a limit. */
  limit?: string;
  /** How many of them, the newest, are looked at closely. */
  closely?: number;
}

/** As many as are counted, and one more. */
export const counted = `LIMIT ${searchWindow + 1}`;
export const newestCounted = `ORDER BY l.no DESC ${counted}`;

/**
 * One row: how many match, their numbers from the newest on, of those that are looked at closely also rank and price in the
 * same order, and how many of these have each key.
 */
export function matchSql(
  { table, sql, rank }: Conditions,
  { limit = "", closely = candidates }: Bounds = {},
): string {
  // The place of a row in its table is the quickest way back to it, within one statement.
  const place = table === "listings" ? "l.ctid" : "l.no";
  // Of the narrow table an index gives the pages of more than the candidates.
  const shown = table === "listings" ? "" : `LIMIT ${closely}`;
  return `
  WITH found AS MATERIALIZED (
    SELECT ${place} AS place, l.no FROM ${table} l WHERE ${sql} ${limit}
  ), matched AS MATERIALIZED (
    SELECT l.no, l.price, l.keys${rank === undefined ? "" : `, ${rank} AS rank`} FROM listings l
    WHERE ${place} = ANY (ARRAY(SELECT place FROM found ORDER BY no DESC LIMIT ${closely}))
  )
  SELECT (SELECT count(*) FROM found) AS total,
    (SELECT string_agg(no::text, ',') FROM (SELECT no FROM found ORDER BY no DESC ${shown}) newest) AS numbers,
    (SELECT string_agg(coalesce(price::text, ''), ',' ORDER BY no DESC) FROM matched) AS prices,
    ${rank === undefined ? "NULL" : "(SELECT string_agg(rank::text, ',' ORDER BY no DESC) FROM matched)"} AS ranks,
    (SELECT json_object_agg(key, n) FROM (
      SELECT key, count(*) AS n FROM (SELECT unnest(keys) AS key FROM matched) each GROUP BY key) facets) AS keys`;
}
