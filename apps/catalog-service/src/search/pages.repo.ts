import type { Page } from "@marketplace/conventions";
import type { Queryable } from "@marketplace/database";
import { numbersOf } from "./accumulator.rules.ts";
import { scanNewestBlocks } from "./block-scan.rules.ts";
import { conditionsOf, wordsReader } from "./conditions.sql.ts";
import type { Matches } from "./matches.schema.ts";
import { pageSql } from "./page.sql.ts";
import { blockSize, partitionsIn, type Span, unpriced } from "./partitions.rules.ts";
import { priceSpan, priceSpans } from "./price-partitions.rules.ts";
import type { Sort } from "./search.schema.ts";
import { isCategoryAndPrice, type SearchQuery } from "./search-query.schema.ts";

interface PageOfMatches extends Page {
  matches: Matches;
}

/** A page that fills while the scan reads partitions in the order of the page. */
interface PartialPage {
  /** Number of matches in the partitions read so far. */
  passed: number;
  numbers: number[];
  /** Adds the matches of some partitions and answers their number. */
  read(partitions: readonly string[]): Promise<number>;
}

const orders = {
  relevance: "l.no DESC",
  price_asc: "l.price, l.no",
  price_desc: "l.price DESC, l.no DESC",
} as const;

/** Reads pages of sets of which a match has not read everything. */
export function createPageReader(pool: Queryable) {
  const wordsOf = wordsReader(pool);

  const emptyPage = async (
    query: SearchQuery,
    sort: Sort,
    { matches, offset, limit }: PageOfMatches,
  ): Promise<PartialPage> => {
    const { words } = await wordsOf(query, matches.tsquery);
    const page: PartialPage = {
      passed: 0,
      numbers: [],
      async read(partitions) {
        const { sql, values } = conditionsOf(query, { words }, { partitions });
        const skipped = Math.max(0, offset - page.passed);
        const slice = `[${skipped + 1}:${skipped + limit - page.numbers.length}]`;
        const { rows } = await pool.query<{ total: number; numbers: string | null }>(
          `SELECT count(*) AS total, array_to_string((array_agg(no))${slice}, ',') AS numbers
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

  /** After the numbers that the match knows: from the blocks that it did not read. */
  const newest = async (query: SearchQuery, asked: PageOfMatches, unread: Span): Promise<number[]> => {
    const { matches, offset, limit } = asked;
    const page = await emptyPage(query, "relevance", asked);
    const known = matches.numbers ?? [];
    page.numbers.push(...known.slice(offset, offset + limit));
    page.passed = known.length;
    await scanNewestBlocks(unread, {
      last: unread.to * blockSize - 1,
      wanted: offset + limit - known.length,
      known: Math.max(1, matches.total - known.length),
      read: (blocks) => page.read(partitionsIn(query.siteId, "n", blocks)),
    });
    return page.numbers;
  };

  /** From the lowest or the highest price on, as far as the page needs. */
  const byPrice = async (query: SearchQuery, sort: Exclude<Sort, "relevance">, asked: PageOfMatches) => {
    const page = await emptyPage(query, sort, asked);
    const end = asked.offset + asked.limit;
    const prices = asked.matches.sample ?? [];
    const each = asked.matches.total / Math.max(1, prices.length);
    const spans = priceSpans({ prices, each }, priceSpan(query.price ?? {}), sort === "price_asc" ? 1 : -1);
    while (page.passed < end) {
      const span = spans.next(end - page.passed);
      if (span === undefined) break;
      await page.read(partitionsIn(query.siteId, "p", span));
    }
    if (page.passed < end && query.price === undefined) await page.read(unpriced(query.siteId));
    return page.numbers;
  };

  return async (query: SearchQuery, sort: Sort, asked: PageOfMatches): Promise<number[]> => {
    const { matches, offset, limit } = asked;
    if (isCategoryAndPrice(query)) {
      const { sql, values } = pageSql(query, undefined, {
        sort: sort === "relevance" ? "newest" : sort,
        page: { offset, limit },
      });
      const { rows } = await pool.query<{ numbers: string | null }>(sql, values);
      return numbersOf(rows[0]?.numbers);
    }
    if (sort !== "relevance") return byPrice(query, sort, asked);
    if (matches.unread) return newest(query, asked, matches.unread);
    return matches.numbers?.slice(offset, offset + limit) ?? [];
  };
}
