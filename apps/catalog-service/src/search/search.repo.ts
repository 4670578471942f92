import type { Page } from "@marketplace/conventions";
import type { Source } from "@marketplace/database";
import { add, type Found, nothing, numbersOf, ordered, pricesOf, type Row } from "./accumulator.rules.ts";
import { closelyIn, type Extent, estimate, spanOf, walkNewest } from "./block-scan.rules.ts";
import { conditionsOf, type Part, type Wanted, wordsReader } from "./conditions.sql.ts";
import { counted, matchSql, newestCounted } from "./match.sql.ts";
import type { Matches } from "./matches.schema.ts";
import { pageSql } from "./page.sql.ts";
import { pageReader } from "./pages.repo.ts";
import { blockSize, largestFrom, placesIn, type Span } from "./partitions.rules.ts";
import { stepsOf, thirds } from "./price-facets.rules.ts";
import { extentReader } from "./ranges.sql.ts";
import type { Sort } from "./search.schema.ts";
import { isCategoryAndPrice, type SearchQuery } from "./search-query.schema.ts";

/** What is looked for by blocks. */
interface Looking extends Pick<Given, "known"> {
  wanted: Wanted;
  extent: Extent;
}

/** What is known of a search before. */
export interface Given {
  /** What else the text's own words may mean. */
  tsquery?: string | undefined;
  /** How many matches there are. */
  known?: number | undefined;
  /** The category that comes first by relevance. */
  meant?: string | undefined;
}

export interface SearchRepo {
  /** Counts, facets and order of the matches. */
  match(query: SearchQuery, sort: Sort, given?: Given): Promise<Matches>;
  /** One page of a set of which `match` has not found everything. */
  pageOf(query: SearchQuery, sort: Sort, block: Page & { matches: Matches }): Promise<number[]>;
  /** A block of a scan: matches after a number, by number. */
  scan(
    query: SearchQuery,
    block: { after: number; limit: number } & Pick<Given, "tsquery">,
  ): Promise<number[]>;
}

export function searchRepo({ pool }: Pick<Source, "pool">): SearchRepo {
  const [wordsOf, extentOf] = [wordsReader(pool), extentReader(pool)];
  const row = async (sql: string, values: unknown[]): Promise<Row> => {
    const { rows } = await pool.query<Row>(sql, values);
    const [only] = rows;
    if (!only) throw new Error("a query of aggregates gives one row");
    return only;
  };
  /** What an index finds by itself: of a category by price, or of a seller. */
  const byIndex = async (query: SearchQuery, sort: Sort, wanted: Wanted = {}): Promise<Matches> => {
    const conditions = conditionsOf(query, wanted);
    const limit = conditions.table === "listings" ? newestCounted : counted;
    const closely = closelyIn(await extentOf({ siteId: query.siteId, categoryId: undefined }));
    const found = nothing(closely);
    add(found, await row(matchSql(conditions, { limit, closely }), conditions.values));
    const ofSeller = query.sellerId !== undefined && sort === "relevance";
    return {
      ...matchesOf(found, sort),
      ...(found.total > closely && !ofSeller ? { numbers: undefined } : {}),
    };
  };

  /** What the search index finds, block by block. */
  const byBlocks = async (
    query: SearchQuery,
    sort: Sort,
    { wanted, known, extent }: Looking,
  ): Promise<Matches> => {
    const [all, found] = [spanOf(extent), nothing(closelyIn(extent))];
    const read = async (blocks: Span): Promise<number> => {
      const part = partOf(query, { all, blocks, found: found.total, large: extent.large });
      const conditions = conditionsOf(query, wanted, part);
      const before = found.total;
      const closely = found.closely - found.candidates.length;
      add(found, await row(matchSql(conditions, { closely }), conditions.values));
      return found.total - before;
    };
    const unread = await walkNewest(all, { last: extent.last, wanted: found.closely + 1, known, read });
    const matches = matchesOf(found, sort);
    return unread === undefined
      ? matches
      : { ...matches, unread, total: known ?? estimate(found.total, extent, unread) };
  };

  return {
    async match(query, sort, { tsquery, known, meant } = {}) {
      if (isCategoryAndPrice(query)) return byIndex(query, sort);
      const [words, extent] = await Promise.all([wordsOf(query, tsquery), extentOf(query)]);
      // Nothing else is ranked by.
      const wanted = sort === "relevance" ? { ...words, meant } : { words: words.words };
      if (query.sellerId !== undefined) return byIndex(query, sort, wanted);
      return extent ? byBlocks(query, sort, { wanted, known, extent }) : matchesOf(nothing(0), sort);
    },
    pageOf: pageReader(pool),
    async scan(query, { after, limit, tsquery }) {
      const { words } = await wordsOf(query, tsquery);
      const { sql, values } = pageSql(query, words, {
        sort: "oldest",
        page: { limit, offset: 0 },
        after,
      });
      const { rows } = await pool.query<{ numbers: string | null }>(sql, values);
      return numbersOf(rows[0]?.numbers);
    },
  };
}

/** What was found, in order; of more than the candidates only relevance knows one. */
function matchesOf(found: Found, sort: Sort): Matches {
  const sample = pricesOf(found);
  return {
    total: found.total,
    numbers: sort === "relevance" || found.behind.length === 0 ? ordered(found, sort) : undefined,
    keys: found.keys,
    prices: thirds(stepsOf(sample)),
    sample,
  };
}

// To pass over as many costs less than to look through a list of blocks.
const fewFound = 200;

/** The blocks of a look; the whole, and the rest when it begins behind few matches, need none. */
function partOf(
  { siteId }: SearchQuery,
  { all, blocks, found, large }: { all: Span; blocks: Span; found: number; large: boolean },
): Part {
  const oldest = blocks.from === all.from;
  if (oldest && blocks.to === all.to) return {};
  if (oldest && found < fewFound) return { below: blocks.to * blockSize, siteOfEach: large };
  return {
    places: placesIn(siteId, "n", oldest ? { from: largestFrom(blocks.from), to: blocks.to } : blocks),
  };
}
