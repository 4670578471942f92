import type { Source } from "@marketplace/database";
import type { Matches } from "./matches.schema.ts";
import { priceFacets } from "./price-facets.rules.ts";
import { isBareCategory, keysOf, type SearchQuery } from "./search-query.schema.ts";

export type CategoryFacetsRepo = ReturnType<typeof createCategoryFacetsRepo>;

const all = `
  SELECT key, sum(count)::bigint AS n FROM facet_counts WHERE category_id = $1 GROUP BY key HAVING sum(count) > 0`;
const one =
  "SELECT coalesce(sum(count), 0)::bigint AS n FROM facet_counts WHERE category_id = $1 AND key = $2";

const pricePrefix = "price=";

/** Facets and totals from counters per category, without reading listings. */
export function createCategoryFacetsRepo({ pool }: Pick<Source, "pool">) {
  const read = async (name: string, text: string, values: unknown[]) =>
    (await pool.query<{ key: string; n: number }>({ name, text, values })).rows;
  return {
    /** The matches of a bare category; `undefined` when the search has other conditions. */
    async match(query: SearchQuery): Promise<Matches | undefined> {
      if (!isBareCategory(query)) return undefined;
      const rows = await read("facets of a category", all, [query.categoryId]);
      const keys = Object.fromEntries(rows.map(({ key, n }) => [key, n]));
      const prices = rows.filter(({ key }) => key.startsWith(pricePrefix));
      return {
        total: keys[""] ?? 0,
        numbers: undefined,
        keys,
        prices: priceFacets(prices.map(({ key, n }) => ({ upTo: Number(key.slice(pricePrefix.length)), n }))),
      };
    },
    /** The number of matches of a category with at most one filter; `undefined` for other searches. */
    async total(query: SearchQuery) {
      const { categoryId, text, price, sellerId } = query;
      if ((text ?? price ?? sellerId) !== undefined || categoryId === undefined) return undefined;
      const [, key = "", ...more] = keysOf(query);
      if (more.length > 0) return undefined;
      const [row] = await read("total of a key", one, [categoryId, key]);
      return row?.n ?? 0;
    },
  };
}
