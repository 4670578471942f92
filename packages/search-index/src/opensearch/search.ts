import type { Found, IndexQuery, IndexSort, SearchIndex } from "../port.ts";
import { centsOf } from "./changes.ts";
import { type PriceBlock, percents, pricesAtOnce, priceThirds } from "./prices.ts";
import { complete, type Server } from "./server.ts";
import { type Rules, textQuery } from "./text-match.ts";
import type { Clause, TextQuery } from "./text-query.ts";

/** Items of the category that the text is about score so much more. */
const predictedBoost = 1.5;

/** Keys that are counted at once. */
const keysAtOnce = 10_000;

const none: Found = { total: 0, numbers: [], keys: {}, prices: [] };

export interface Searched {
  server: Server;
  /** Alias of the site's index. */
  index: string;
  rules: Rules;
}

/** `total` is absent where it was not asked for. */
interface Hits<Total = { value: number } | undefined> {
  hits: { total: Total; hits: { sort: (number | string)[] }[] };
}

interface Terms {
  sum_other_doc_count: number;
  buckets: { key: string; doc_count: number }[];
}

interface Answer extends Hits<{ value: number }> {
  aggregations?: {
    keys: Terms;
    priced: { value: number };
    prices: { values: { value: number | null }[] };
  };
}

export async function search(
  query: IndexQuery,
  { sort, offset, limit }: { sort: IndexSort; offset: number; limit: number },
  searched: Searched,
): Promise<Found> {
  const match = await matchOf(query, searched);
  const body = {
    from: offset,
    size: limit,
    track_total_hits: true,
    _source: false,
    query: ranked(match, query, sort),
    sort: orders[sort],
    aggs: {
      keys: { terms: { field: "keys", size: keysAtOnce } },
      priced: { value_count: { field: "price" } },
      prices: { percentiles: { field: "price", percents, keyed: false } },
    },
  };
  const answer = await ask<Answer>(body, query, searched);
  const { aggregations, hits } = answer;
  if (!aggregations) return none;
  const { keys, priced, prices } = aggregations;
  const [first, second] = prices.values.map(({ value }) => value ?? 0);
  const thirds = { count: priced.value, estimates: [first ?? 0, second ?? 0] as const };
  return {
    total: hits.total.value,
    numbers: hits.hits.map(numberOf),
    keys: await facetsOf(keys, (partition) => countKeys(match, partition, searched)),
    prices: await priceThirds(thirds, (from) => readPrices(match, from, searched)),
  };
}

/** Matches by number, newest first, below `before`. */
export async function scan(
  query: IndexQuery,
  { before, limit }: { before: number | undefined; limit: number },
  searched: Searched,
): ReturnType<SearchIndex["scan"]> {
  const match = await matchOf(query, searched);
  const body = {
    size: limit,
    track_total_hits: before === undefined,
    _source: false,
    query: unscored(match),
    sort: [newestFirst],
    ...(before !== undefined && { search_after: [before] }),
  };
  const { hits } = await ask<Hits>(body, query, searched);
  return { total: hits.total?.value, numbers: hits.hits.map(numberOf) };
}

const newestFirst = { no: "desc" };
const orders: Record<IndexSort, object[]> = {
  relevance: [{ _score: "desc" }, newestFirst],
  price_asc: [{ price: { order: "asc", missing: "_last" } }, newestFirst],
  price_desc: [{ price: { order: "desc", missing: "_last" } }, newestFirst],
};
const numberOf = ({ sort }: { sort: (number | string)[] }): number => Number(sort.at(-1));

/** What a search matches: by its text, which may score, and by its filters. */
interface Match {
  text: TextQuery | undefined;
  filters: Clause[];
}

async function matchOf({ text, ...filters }: IndexQuery, searched: Searched): Promise<Match> {
  const asked = text === undefined || text.trim() === "" ? undefined : text;
  return {
    text: asked === undefined ? undefined : await textQuery(asked, searched),
    filters: filtersOf(filters),
  };
}

function filtersOf({ keys, price, sellerId }: Omit<IndexQuery, "text">): Clause[] {
  const filters: Clause[] = keys.map((key) => ({ term: { keys: key } }));
  if (sellerId !== undefined) filters.push({ term: { seller: sellerId } });
  if (price) {
    const { from, to } = price;
    filters.push({ exists: { field: "price" } });
    // Bounds may have more decimals than prices.
    if (from !== undefined)
      filters.push({ range: { price: { gte: Math.ceil(centsOf(from * 1_000) / 1_000) } } });
    if (to !== undefined)
      filters.push({ range: { price: { lte: Math.floor(centsOf(to * 1_000) / 1_000) } } });
  }
  return filters;
}

const unscored = ({ text, filters }: Match): Clause => ({
  bool: { filter: text ? [...filters, text.matched] : filters },
});

/** Scores only where they decide the order. */
function ranked(match: Match, { predicted }: IndexQuery, sort: IndexSort): Clause {
  const { text, filters } = match;
  if (!text || sort !== "relevance") return unscored(match);
  const query = { bool: { must: [text.scored], filter: filters } };
  if (predicted === undefined) return query;
  const functions = [{ filter: { term: { keys: predicted } }, weight: predictedBoost }];
  return { function_score: { query, functions, boost_mode: "multiply" } };
}

/** All pages of a search are of the same copy of the index: copies may score a little differently. */
const copyFor = ({ siteId, text = "", keys }: IndexQuery): string => {
  // The cut may halve a character, which encodeURIComponent does not take.
  const beginning = text.slice(0, 100).toWellFormed();
  return encodeURIComponent([siteId, beginning, ...keys].join(" ")).slice(0, 500);
};

function ask<T>(body: object, query: IndexQuery, { server, index }: Searched): Promise<T> {
  return server.call<T>({
    method: "POST",
    path: `/${index}/_search`,
    query: { ...complete, search_type: "dfs_query_then_fetch" },
    copy: copyFor(query),
    body,
  });
}

/** Counts per key. If there are more keys than one answer has, they are counted in parts, by their hashes. */
async function facetsOf(
  counted: Terms,
  countPart: (partition: { partition: number; num_partitions: number }) => Promise<Terms>,
): Promise<Found["keys"]> {
  let parts = [counted];
  for (let many = 4; parts.some(({ sum_other_doc_count }) => sum_other_doc_count > 0); many *= 2) {
    parts = [];
    for (let partition = 0; partition < many; partition++)
      parts.push(await countPart({ partition, num_partitions: many }));
  }
  return Object.fromEntries(
    parts.flatMap(({ buckets }) => buckets.map(({ key, doc_count }) => [key, doc_count])),
  );
}

async function countKeys(match: Match, include: object, { server, index }: Searched): Promise<Terms> {
  const aggs = { keys: { terms: { field: "keys", size: keysAtOnce, include } } };
  const [answer] = await server.searches<Answer>([
    { index, body: { size: 0, query: unscored(match), aggs } },
  ]);
  return answer?.aggregations?.keys ?? { sum_other_doc_count: 0, buckets: [] };
}

async function readPrices(match: Match, from: number, { server, index }: Searched): Promise<PriceBlock> {
  const prices = { terms: { field: "price", size: pricesAtOnce, order: { _key: "asc" } } };
  const aggs = {
    below: { filter: { range: { price: { lt: from } } } },
    above: { filter: { range: { price: { gte: from } } }, aggs: { prices } },
  };
  interface Counted {
    aggregations?: {
      below: { doc_count: number };
      above: {
        prices: { sum_other_doc_count: number; buckets: { key: number; doc_count: number }[] };
      };
    };
  }
  const [answer] = await server.searches<Counted>([
    { index, body: { size: 0, query: unscored(match), aggs } },
  ]);
  const { buckets = [], sum_other_doc_count = 0 } = answer?.aggregations?.above.prices ?? {};
  return { below: answer?.aggregations?.below.doc_count ?? 0, buckets, more: sum_other_doc_count > 0 };
}
