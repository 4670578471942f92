import { checkWindow, type Page } from "@marketplace/conventions";
import type { Category } from "../categories/categories.schema.ts";
import type { Deps } from "../deps.ts";
import { type Site, siteOf } from "../sites/sites.service.ts";
import { appliedFilters } from "./applied-filters.service.ts";
import { attributeKeys, attributeOf, availableFilters } from "./facets.rules.ts";
import { filterNames } from "./filter-names.rules.ts";
import type { Listings } from "./listings.repo.ts";
import { type Matches, searchWindow } from "./matches.schema.ts";
import { resultsOf } from "./results.service.ts";
import { type Sort, sorts } from "./search.schema.ts";
import { fingerprintOf, isBareCategory, type SearchQuery } from "./search-query.schema.ts";

/** Fewer matches than these start the correction of mistyped words. */
const fewMatches = 3;

export interface Search extends Page {
  callerId: number;
  query: SearchQuery;
  category: Category | undefined;
  sort: Sort;
}

/** Reads listings once. `work` asks nothing else meanwhile, because it holds a connection of the replica. */
export type ReadListings = <T>(work: (listings: Listings) => Promise<T>) => Promise<T>;

export interface FindDeps extends Pick<Deps, "spelling"> {
  read: ReadListings;
  /** The category that comes first by relevance. */
  predicted?: string | undefined;
}

/** Answers one page of a search, with the filters that would narrow it. */
export async function search(asked: Search, deps: Deps) {
  const { query, category, sort, limit, offset } = asked;
  checkWindow({ limit, offset });
  const site = siteOf(query.siteId);
  const matches = await matchesOf(asked, deps);
  const numbers = await pageOf(matches, asked, deps);
  const [results, names] = await Promise.all([resultsOf(numbers, deps), namesFor(matches, query, deps)]);
  return {
    ...envelope({ query, sort, site }),
    paging: { total: Math.min(matches.total, searchWindow), offset, limit },
    results,
    filters: await appliedFilters(query, category, deps),
    available_filters: availableFilters({ matches, query, site }, names),
  };
}

/** The fields that a page and a block of a scan share, in the order of the specification. */
export const envelope = ({ query, sort, site }: { query: SearchQuery; sort: Sort; site: Site }) => {
  const named = (id: Sort) => ({ id, name: filterNames(site.language).sorts[id] });
  return {
    site_id: site.id,
    query: query.text ?? null,
    paging: { total: 0, offset: 0, limit: 0 },
    results: [],
    sort: named(sort),
    available_sorts: sorts.filter((id) => id !== sort).map(named),
  };
};

/** The matches that the caller may see; a further page of a large search takes them from the cache. */
async function matchesOf({ callerId, query, sort, offset }: Search, deps: Deps): Promise<Matches> {
  const { listings, searchCache, spelling } = deps;
  const fromReplica: ReadListings = (work) => listings.read(callerId, work);
  const fromPrimary: ReadListings = (work) => work(listings.primary);
  const counted = isBareCategory(query)
    ? await fromReplica(({ categoryFacets }) => categoryFacets.match(query))
    : undefined;
  if (counted) return counted;
  return searchCache.getOrFind(
    { fingerprint: `${sort} ${fingerprintOf(query)}`, further: offset > 0 },
    async (onPrimary) => {
      const predicted = sort === "relevance" ? await predictedCategory(query, deps) : undefined;
      return find(query, sort, { read: onPrimary ? fromPrimary : fromReplica, spelling, predicted });
    },
  );
}

/** The category that the site's model predicts: a search for phones shows phones before cases. */
async function predictedCategory(
  { siteId, text }: SearchQuery,
  { predictors }: Deps,
): Promise<string | undefined> {
  return text === undefined ? undefined : (await predictors.cached(siteId)).predictor.confidentCategory(text);
}

/** Matches of the exact words; when these are few, also those of corrected words. */
export async function find(
  query: SearchQuery,
  sort: Sort,
  { read, spelling, predicted }: FindDeps,
): Promise<Matches> {
  const exact = await read(async ({ searches, categoryFacets }) =>
    searches.match(query, sort, { known: await categoryFacets.total(query), predicted }),
  );
  if (query.text === undefined || exact.total >= fewMatches) return exact;
  const corrected = await spelling.corrected(query.siteId, query.text);
  if (corrected === undefined) return exact;
  const { tsquery, unknown } = corrected;
  const tolerant = await read(({ searches }) => searches.match(query, sort, { tsquery, predicted }));
  if (tolerant.total <= exact.total) return exact;
  return {
    ...tolerant,
    tsquery,
    numbers: sort === "relevance" && !unknown ? exactFirst(tolerant, exact) : tolerant.numbers,
  };
}

/** In a large catalog the tolerant search may not have read the blocks of the exact matches. */
function exactFirst({ numbers }: Matches, { numbers: exact = [] }: Matches): number[] | undefined {
  const first = new Set(exact);
  return numbers && [...exact, ...numbers.filter((no) => !first.has(no))];
}

/** The numbers of a page, which ends where the total does: from the matches, an index or a further scan. */
async function pageOf(
  matches: Matches,
  { callerId, query, sort, limit: asked, offset }: Search,
  { listings }: Deps,
): Promise<number[]> {
  const { numbers, unread, total } = matches;
  const limit = Math.max(0, Math.min(asked, total - offset));
  if (limit === 0) return [];
  if (numbers && (unread === undefined || offset + limit <= numbers.length))
    return numbers.slice(offset, offset + limit);
  const page = { limit, offset, matches };
  return listings.read(callerId, ({ searches }) => searches.pageOf(query, sort, page));
}

async function namesFor(matches: Matches, query: SearchQuery, { categories, attributeNames }: Deps) {
  const keys = attributeKeys(matches);
  const [below, attributes, values] = await Promise.all([
    query.categoryId === undefined ? categories.roots(query.siteId) : categories.children(query.categoryId),
    attributeNames.attributes(query.siteId, [...new Set(keys.map(attributeOf))]),
    attributeNames.values(query.siteId, keys),
  ]);
  return { categories: below, attributes, values };
}
