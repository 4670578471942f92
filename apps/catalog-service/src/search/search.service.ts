import { checkWindow, type Page } from "@marketplace/conventions";
import type { Found, IndexQuery } from "@marketplace/search-index";
import type { Category } from "../categories/categories.schema.ts";
import type { Deps } from "../deps.ts";
import { type Site, siteOf } from "../sites/sites.service.ts";
import { appliedFilters } from "./applied-filters.service.ts";
import { attributeKeys, attributeOf, availableFilters } from "./facets.rules.ts";
import { filterNames } from "./filter-names.rules.ts";
import { resultsOf } from "./results.service.ts";
import { type Sort, sorts } from "./search.schema.ts";
import { keysOf, type SearchQuery } from "./search-query.schema.ts";

export interface Search extends Page {
  query: SearchQuery;
  category: Category | undefined;
  sort: Sort;
}

/** Returns one page of a search, with the filters that would narrow it. */
export async function search({ query, category, sort, ...page }: Search, deps: Deps) {
  checkWindow(page, { scan: true });
  const site = siteOf(query.siteId);
  const predicted = sort === "relevance" ? await predictedCategory(query, deps) : undefined;
  const found = await deps.searchIndex.search({ ...indexQueryOf(query), predicted }, { sort, ...page });
  const [results, filters, names] = await Promise.all([
    resultsOf(found.numbers, deps),
    appliedFilters(query, category, deps),
    namesFor(found, query, deps),
  ]);
  return {
    ...envelope({ query, sort, site }),
    paging: { total: found.total, ...page },
    results,
    filters,
    available_filters: availableFilters({ found, query, site }, names),
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

/** A search as the index takes it. */
export const indexQueryOf = (query: SearchQuery): IndexQuery => {
  const { siteId, text, price, sellerId } = query;
  return { siteId, text, price, sellerId, keys: keysOf(query) };
};

/** The category that the site's model predicts: a search for phones shows phones before cases. */
async function predictedCategory({ siteId, text }: SearchQuery, { predictors }: Deps) {
  if (text === undefined) return undefined;
  const id = (await predictors.cached(siteId)).predictor.confidentCategory(text);
  return id === undefined ? undefined : `category=${id}`;
}

async function namesFor(found: Found, { siteId, categoryId }: SearchQuery, { searchNames }: Deps) {
  const keys = attributeKeys(found);
  const [categories, attributes, values] = await Promise.all([
    searchNames.below(siteId, categoryId),
    searchNames.attributes(siteId, [...new Set(keys.map(attributeOf))]),
    searchNames.values(siteId, keys),
  ]);
  return { categories, attributes, values };
}
