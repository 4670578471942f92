import type { Source } from "@marketplace/database";
import {
  type Accumulator,
  accumulate,
  emptyAccumulator,
  numbersOf,
  ordered,
  pricesOf,
  type Row,
} from "./accumulator.rules.ts";
import {
  candidateLimitOf,
  estimate,
  type NumberRange,
  scanNewestBlocks,
  spanOf,
} from "./block-scan.rules.ts";
import { conditionsOf, type Part, type Terms, wordsReader } from "./conditions.sql.ts";
import { counted, matchSql, newestCounted } from "./match.sql.ts";
import type { Matches } from "./matches.schema.ts";
import { pageSql } from "./page.sql.ts";
import { createPageReader } from "./pages.repo.ts";
import { blockSize, largestFrom, partitionsIn, type Span } from "./partitions.rules.ts";
import { priceFacets, stepsOf } from "./price-facets.rules.ts";
import { numberRangeReader } from "./ranges.sql.ts";
import type { Sort } from "./search.schema.ts";
import { isCategoryAndPrice, type SearchQuery } from "./search-query.schema.ts";

interface BlockSearch extends Pick<MatchOptions, "known"> {
  terms: Terms;
  range: NumberRange;
}

interface MatchOptions {
  /** Alternatives to the words of the text. */
  tsquery?: string | undefined;
  /** The number of matches, where counters know it. */
  known?: number | undefined;
  /** The category that comes first by relevance. */
  predicted?: string | undefined;
}

export type SearchRepo = ReturnType<typeof createSearchRepo>;

export function createSearchRepo({ pool }: Pick<Source, "pool">) {
  const [wordsOf, rangeOf] = [wordsReader(pool), numberRangeReader(pool)];
  const row = async (sql: string, values: unknown[]): Promise<Row> => {
    const { rows } = await pool.query<Row>(sql, values);
    const [only] = rows;
    if (!only) throw new Error("a query of aggregates gives one row");
    return only;
  };
  /** One statement, for searches with a selective index: a category by price, or a seller. */
  const byIndex = async (query: SearchQuery, sort: Sort, terms: Terms = {}): Promise<Matches> => {
    const conditions = conditionsOf(query, terms);
    const limit = conditions.table === "listings" ? newestCounted : counted;
    const candidateLimit = candidateLimitOf(await rangeOf({ siteId: query.siteId, categoryId: undefined }));
    const accumulator = emptyAccumulator(candidateLimit);
    accumulate(accumulator, await row(matchSql(conditions, { limit, candidateLimit }), conditions.values));
    const ofSeller = query.sellerId !== undefined && sort === "relevance";
    return {
      ...matchesOf(accumulator, sort),
      ...(accumulator.total > candidateLimit && !ofSeller ? { numbers: undefined } : {}),
    };
  };

  /** A block scan over the GIN index. */
  const byBlocks = async (
    query: SearchQuery,
    sort: Sort,
    { terms, known, range }: BlockSearch,
  ): Promise<Matches> => {
    const [all, accumulator] = [spanOf(range), emptyAccumulator(candidateLimitOf(range))];
    const read = async (blocks: Span): Promise<number> => {
      const part = partOf(query, { all, blocks, found: accumulator.total, large: range.large });
      const conditions = conditionsOf(query, terms, part);
      const before = accumulator.total;
      const candidateLimit = accumulator.candidateLimit - accumulator.candidates.length;
      accumulate(accumulator, await row(matchSql(conditions, { candidateLimit }), conditions.values));
      return accumulator.total - before;
    };
    const wanted = accumulator.candidateLimit + 1;
    const unread = await scanNewestBlocks(all, { last: range.last, wanted, known, read });
    const matches = matchesOf(accumulator, sort);
    return unread === undefined
      ? matches
      : { ...matches, unread, total: known ?? estimate(accumulator.total, range, unread) };
  };

  return {
    /** Counts, facets and order of the matches. */
    async match(
      query: SearchQuery,
      sort: Sort,
      { tsquery, known, predicted }: MatchOptions = {},
    ): Promise<Matches> {
      if (isCategoryAndPrice(query)) return byIndex(query, sort);
      const [words, range] = await Promise.all([wordsOf(query, tsquery), rangeOf(query)]);
      // Only relevance ranks by exact words and by category.
      const terms = sort === "relevance" ? { ...words, predicted } : { words: words.words };
      if (query.sellerId !== undefined) return byIndex(query, sort, terms);
      return range ? byBlocks(query, sort, { terms, known, range }) : matchesOf(emptyAccumulator(0), sort);
    },
    /** One page of a set of which `match` has not read everything. */
    pageOf: createPageReader(pool),
    /** A block of a scan: matches after a number, by number. */
    async scan(
      query: SearchQuery,
      { after, limit, tsquery }: { after: number; limit: number } & Pick<MatchOptions, "tsquery">,
    ) {
      const { words } = await wordsOf(query, tsquery);
      const page = { limit, offset: 0 };
      const { sql, values } = pageSql(query, words, { sort: "oldest", page, after });
      const { rows } = await pool.query<{ numbers: string | null }>(sql, values);
      return numbersOf(rows[0]?.numbers);
    },
  };
}

/** The accumulated matches in order; of more than the candidates only relevance has one. */
function matchesOf(accumulator: Accumulator, sort: Sort): Matches {
  const { total, keys, older } = accumulator;
  const sample = pricesOf(accumulator);
  return {
    total,
    numbers: sort === "relevance" || older.length === 0 ? ordered(accumulator, sort) : undefined,
    keys,
    prices: priceFacets(stepsOf(sample)),
    sample,
  };
}

// To skip so many matches costs less than to look up a list of partitions.
const fewFound = 200;

/** The part of some blocks. All blocks, and the last ones after few matches, need no partitions. */
function partOf(
  { siteId }: SearchQuery,
  { all, blocks, found, large }: { all: Span; blocks: Span; found: number; large: boolean },
): Part {
  const oldest = blocks.from === all.from;
  if (oldest && blocks.to === all.to) return {};
  if (oldest && found < fewFound) return { below: blocks.to * blockSize, siteOfEach: large };
  return {
    partitions: partitionsIn(
      siteId,
      "n",
      oldest ? { from: largestFrom(blocks.from), to: blocks.to } : blocks,
    ),
  };
}
