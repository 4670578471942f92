import { checkWindow, type Page } from "@marketplace/conventions";
import type { Category } from "../categories/category.ts";
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

/** Fewer exact matches than these, and mistyped words are looked for as well. */
const little = 3;

export interface Search extends Page {
  callerId: number;
  query: SearchQuery;
  category: Category | undefined;
  sort: Sort;
}

/** Looks into the listings once; what else is to be known is asked before or after, for a look holds a connection of the replica. */
export type Look = <T>(work: (listings: Listings) => Promise<T>) => Promise<T>;

export interface Finding extends Pick<Deps, "spelling"> {
  look: Look;
  /** The category that comes first by relevance. */
  meant?: string | undefined;
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

/** What is the same in a page and in a block of a scan; the fields come in the order of the specification. */
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

/** What matches, as the caller sees it; of a large search what was kept of it. */
async function matchesOf({ callerId, query, sort, offset }: Search, deps: Deps): Promise<Matches> {
  const { searches, largeSearches, spelling } = deps;
  const bare = ({ categoryFacets }: Listings) => categoryFacets.match(query);
  const counted = isBareCategory(query) ? await searches.as(callerId, bare) : undefined;
  if (counted) return counted;
  const lookBy = async (look: Look) => {
    const meant = sort === "relevance" ? await meantBy(query, deps) : undefined;
    return find(query, sort, { look, spelling, meant });
  };
  return largeSearches.through(
    { fingerprint: `${sort} ${fingerprintOf(query)}`, further: offset > 0 },
    (forAll) => lookBy(forAll ? (look) => look(searches.forAll) : (look) => searches.as(callerId, look)),
  );
}

/** The category that the site's model takes the text to be about: who asks for a phone wants phones before their cases. */
async function meantBy({ siteId, text }: SearchQuery, { predictors }: Deps): Promise<string | undefined> {
  return text === undefined ? undefined : (await predictors.cached(siteId)).predictor.confidentCategory(text);
}

/** The exact words; when they find little, also what mistyped ones may have meant. */
export async function find(
  query: SearchQuery,
  sort: Sort,
  { look, spelling, meant }: Finding,
): Promise<Matches> {
  const exact = await look(async ({ searches, categoryFacets }) =>
    searches.match(query, sort, { known: await categoryFacets.total(query), meant }),
  );
  if (query.text === undefined || exact.total >= little) return exact;
  const corrected = await spelling.corrected(query.siteId, query.text);
  if (corrected === undefined) return exact;
  const { tsquery, unknown } = corrected;
  const tolerant = await look(({ searches }) => searches.match(query, sort, { tsquery, meant }));
  if (tolerant.total <= exact.total) return exact;
  return {
    ...tolerant,
    tsquery,
    numbers: sort === "relevance" && !unknown ? exactFirst(tolerant, exact) : tolerant.numbers,
  };
}

/** In a large catalog the exact ones may lie in blocks that were not looked into. */
function exactFirst({ numbers }: Matches, { numbers: exact = [] }: Matches): number[] | undefined {
  const first = new Set(exact);
  return numbers && [...exact, ...numbers.filter((no) => !first.has(no))];
}

/** The page of a set: of what was found, else of what an index or a further look gives. Pages end where the total does. */
async function pageOf(
  matches: Matches,
  { callerId, query, sort, limit: asked, offset }: Search,
  { searches }: Deps,
): Promise<number[]> {
  const { numbers, unread, total } = matches;
  const limit = Math.max(0, Math.min(asked, total - offset));
  if (limit === 0) return [];
  if (numbers && (unread === undefined || offset + limit <= numbers.length))
    return numbers.slice(offset, offset + limit);
  const block = { limit, offset, matches };
  return searches.as(callerId, (listings) => listings.searches.pageOf(query, sort, block));
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
