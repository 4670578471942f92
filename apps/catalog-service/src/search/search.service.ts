import { checkWindow, type Page } from "@marketplace/conventions";
import type { Category } from "../categories/category.ts";
import type { Deps } from "../deps.ts";
import { type Site, siteOf } from "../sites/sites.ts";
import { appliedFilters } from "./applied-filters.ts";
import { attributeKeys, attributeOf, availableFilters } from "./facets.ts";
import { filterNames } from "./filter-names.ts";
import { type Matches, searchWindow } from "./matches.ts";
import { resultsOf } from "./results.ts";
import { type Sort, sorts } from "./search.schema.ts";
import { fingerprintOf, type SearchQuery } from "./search-query.ts";

/** Fewer exact matches than these, and mistyped words are looked for as well. */
const little = 3;

export interface Search extends Page {
  query: SearchQuery;
  category: Category | undefined;
  sort: Sort;
}

/** Answers one page of a search, with the filters that would narrow it. */
export async function search({ query, category, sort, limit, offset }: Search, deps: Deps) {
  checkWindow({ limit, offset });
  const site = siteOf(query.siteId);
  const matches =
    (await deps.categoryFacets.match(query)) ??
    (await deps.largeSearches.through(`${sort} ${fingerprintOf(query)}`, () => find(query, sort, deps)));
  const numbers = await pageOf(matches, { query, sort, limit, offset }, deps);
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

/** The exact words first; when they find little, also what mistyped ones may have meant. */
async function find(
  query: SearchQuery,
  sort: Sort,
  { searches, spelling, categoryFacets }: Deps,
): Promise<Matches> {
  const exact = await searches.match(query, sort, { known: await categoryFacets.total(query) });
  if (query.text === undefined || exact.total >= little) return exact;
  const tsquery = await spelling.corrected(query.siteId, query.text);
  if (tsquery === undefined) return exact;
  const tolerant = await searches.match(query, sort, { tsquery });
  return tolerant.total > exact.total ? { ...tolerant, tsquery } : exact;
}

/** The page of a set: of what was found, else of what an index or a further look gives. Pages end where the total does. */
async function pageOf(
  matches: Matches,
  { query, sort, limit: asked, offset }: Omit<Search, "category">,
  { searches }: Deps,
): Promise<number[]> {
  const { numbers, unread, total } = matches;
  const limit = Math.max(0, Math.min(asked, total - offset));
  if (limit === 0) return [];
  if (numbers && (unread === undefined || offset + limit <= numbers.length))
    return numbers.slice(offset, offset + limit);
  return searches.pageOf(query, sort, { limit, offset, matches });
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
