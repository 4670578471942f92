import type { Page } from "@marketplace/conventions";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { conditionsOf, wordsReader } from "./conditions.ts";
import { numbersOf } from "./found.ts";
import type { Matches } from "./matches.ts";
import { pageSql } from "./page-sql.ts";
import { blockSize, placesIn, type Span, unpriced } from "./places.ts";
import { priceSpan, priceSpans } from "./prices.ts";
import type { Sort } from "./search.schema.ts";
import { isCategoryAndPrice, type SearchQuery } from "./search-query.ts";
import { walkNewest } from "./walk.ts";

interface Block extends Page {
  matches: Matches;
}

const orders = {
  relevance: "no DESC",
  price_asc: "price, no",
  price_desc: "price DESC, no DESC",
} as const;

/** Reads pages of sets of which a match has not found everything. */
export function pageReader(pool: CatalogDatabase["pool"]) {
  const wordsOf = wordsReader(pool);
  const read = async (sql: string, values: unknown[]): Promise<number[]> => {
    const { rows } = await pool.query<{ numbers: string | null }>(sql, values);
    return numbersOf(rows[0]?.numbers);
  };

  /** The matches in some blocks, in order. */
  const inPlaces = async (query: SearchQuery, sort: Sort, { matches }: Pick<Block, "matches">) => {
    const words = await wordsOf(query, matches.tsquery);
    return (places: readonly string[]): Promise<number[]> => {
      const { sql, values } = conditionsOf(query, words, { places });
      return read(
        `SELECT string_agg(no::text, ',' ORDER BY ${orders[sort]}) AS numbers FROM listings l WHERE ${sql}`,
        values,
      );
    };
  };

  /** Behind what was found: from the blocks that were not looked into. */
  const newest = async (query: SearchQuery, { matches, offset, limit }: Block, unread: Span) => {
    const numbers = [...(matches.numbers ?? [])];
    const find = await inPlaces(query, "relevance", { matches });
    await walkNewest(unread, {
      last: unread.to * blockSize - 1,
      wanted: offset + limit - numbers.length,
      known: Math.max(1, matches.total - numbers.length),
      async read(blocks) {
        const found = await find(placesIn(query.siteId, "n", blocks));
        numbers.push(...found);
        return found.length;
      },
    });
    return numbers.slice(offset, offset + limit);
  };

  /** From the cheapest or the dearest on, as far as needed. */
  const byPrice = async (query: SearchQuery, sort: Exclude<Sort, "relevance">, block: Block) => {
    const { matches, offset, limit } = block;
    const [numbers, end]: [number[], number] = [[], offset + limit];
    const find = await inPlaces(query, sort, block);
    const prices = matches.sample ?? [];
    const each = matches.total / Math.max(1, prices.length);
    const spans = priceSpans({ prices, each }, priceSpan(query.price ?? {}), sort === "price_asc" ? 1 : -1);
    while (numbers.length < end) {
      const span = spans.next(end - numbers.length);
      if (span === undefined) break;
      numbers.push(...(await find(placesIn(query.siteId, "p", span))));
    }
    if (numbers.length < end && query.price === undefined)
      numbers.push(...(await find(unpriced(query.siteId))));
    return numbers.slice(offset, end);
  };

  return async (query: SearchQuery, sort: Sort, block: Block): Promise<number[]> => {
    const { matches, offset, limit } = block;
    if (isCategoryAndPrice(query)) {
      const { sql, values } = pageSql(query, undefined, {
        sort: sort === "relevance" ? "newest" : sort,
        page: { offset, limit },
      });
      return read(sql, values);
    }
    if (sort !== "relevance") return byPrice(query, sort, block);
    if (matches.unread) return newest(query, block, matches.unread);
    return matches.numbers?.slice(offset, offset + limit) ?? [];
  };
}
