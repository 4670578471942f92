import type { Page } from "@marketplace/conventions";
import type { Queryable } from "@marketplace/database";
import { numbersOf } from "./accumulator.rules.ts";
import { walkNewest } from "./block-scan.rules.ts";
import { conditionsOf, wordsReader } from "./conditions.sql.ts";
import type { Matches } from "./matches.schema.ts";
import { pageSql } from "./page.sql.ts";
import { blockSize, placesIn, type Span, unpriced } from "./partitions.rules.ts";
import { priceSpan, priceSpans } from "./price-partitions.rules.ts";
import type { Sort } from "./search.schema.ts";
import { isCategoryAndPrice, type SearchQuery } from "./search-query.schema.ts";

interface Block extends Page {
  matches: Matches;
}

/** A page as it fills, while blocks are looked into in the order of the page. */
interface Filling {
  /** Matches before what was not looked into yet. */
  passed: number;
  numbers: number[];
  /** Adds the matches in some blocks; answers how many there were. */
  look(places: readonly string[]): Promise<number>;
}

const orders = {
  relevance: "l.no DESC",
  price_asc: "l.price, l.no",
  price_desc: "l.price DESC, l.no DESC",
} as const;

/** Reads pages of sets of which a match has not found everything. */
export function pageReader(pool: Queryable) {
  const wordsOf = wordsReader(pool);

  const filling = async (
    query: SearchQuery,
    sort: Sort,
    { matches, offset, limit }: Block,
  ): Promise<Filling> => {
    const { words } = await wordsOf(query, matches.tsquery);
    const page: Filling = {
      passed: 0,
      numbers: [],
      async look(places) {
        const { sql, values } = conditionsOf(query, { words }, { places });
        const skipped = Math.max(0, offset - page.passed);
        const { rows } = await pool.query<{ total: number; numbers: string | null }>(
          `SELECT count(*) AS total, array_to_string((array_agg(no))[${skipped + 1}:${skipped + limit - page.numbers.length}], ',') AS numbers
           FROM (SELECT l.no FROM listings l WHERE ${sql} ORDER BY ${orders[sort]}) found`,
          values,
        );
        const { total = 0, numbers } = rows[0] ?? {};
        page.numbers.push(...numbersOf(numbers));
        page.passed += total;
        return total;
      },
    };
    return page;
  };

  /** Behind what was found: from the blocks that were not looked into. */
  const newest = async (query: SearchQuery, block: Block, unread: Span): Promise<number[]> => {
    const { matches, offset, limit } = block;
    const page = await filling(query, "relevance", block);
    const known = matches.numbers ?? [];
    page.numbers.push(...known.slice(offset, offset + limit));
    page.passed = known.length;
    await walkNewest(unread, {
      last: unread.to * blockSize - 1,
      wanted: offset + limit - known.length,
      known: Math.max(1, matches.total - known.length),
      read: (blocks) => page.look(placesIn(query.siteId, "n", blocks)),
    });
    return page.numbers;
  };

  /** From the cheapest or the dearest on, as far as needed. */
  const byPrice = async (query: SearchQuery, sort: Exclude<Sort, "relevance">, block: Block) => {
    const page = await filling(query, sort, block);
    const end = block.offset + block.limit;
    const prices = block.matches.sample ?? [];
    const each = block.matches.total / Math.max(1, prices.length);
    const spans = priceSpans({ prices, each }, priceSpan(query.price ?? {}), sort === "price_asc" ? 1 : -1);
    while (page.passed < end) {
      const span = spans.next(end - page.passed);
      if (span === undefined) break;
      await page.look(placesIn(query.siteId, "p", span));
    }
    if (page.passed < end && query.price === undefined) await page.look(unpriced(query.siteId));
    return page.numbers;
  };

  return async (query: SearchQuery, sort: Sort, block: Block): Promise<number[]> => {
    const { matches, offset, limit } = block;
    if (isCategoryAndPrice(query)) {
      const { sql, values } = pageSql(query, undefined, {
        sort: sort === "relevance" ? "newest" : sort,
        page: { offset, limit },
      });
      const { rows } = await pool.query<{ numbers: string | null }>(sql, values);
      return numbersOf(rows[0]?.numbers);
    }
    if (sort !== "relevance") return byPrice(query, sort, block);
    if (matches.unread) return newest(query, block, matches.unread);
    return matches.numbers?.slice(offset, offset + limit) ?? [];
  };
}
