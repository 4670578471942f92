import type { Deps } from "../deps.ts";
import { siteOf } from "../sites/sites.ts";
import { appliedFilters } from "./applied-filters.ts";
import { searchWindow } from "./matches.ts";
import { resultsOf } from "./results.ts";
import { envelope, type Search } from "./search.service.ts";
import { fingerprintOf, type SearchQuery } from "./search-query.ts";
import type { Listings } from "./searches.ts";

/**
 * One block of a scan (decisions 1.8): all matches in the order in which they were listed, however many. What is listed
 * meanwhile comes at the end. `scroll_id` is null once there is nothing more; facets are for pages, not for scans.
 */
export async function scan(
  { callerId, query, category, limit }: Search,
  scrollId: string | undefined,
  deps: Deps,
) {
  const { searches, scrollIds, clock } = deps;
  const site = siteOf(query.siteId);
  const fingerprint = fingerprintOf(query);
  const now = clock.now().getTime();
  const [after, known] = scrollId === undefined ? [] : scrollIds.read(scrollId, fingerprint, now);
  const look = async (listings: Listings) => ({
    total: known === undefined ? await count(query, listings) : Number(known),
    // Whether a block of none is the last one shows by the next match.
    next: await listings.searches.scan(query, Number(after ?? 0), Math.max(1, limit)),
  });
  const { total, next } = await searches.as(callerId, look);
  const numbers = next.slice(0, limit);
  const last = numbers.at(-1) ?? Number(after ?? 0);
  const more = next.length > 0 && numbers.length === limit;
  return {
    ...envelope({ query, sort: "relevance", site }),
    paging: { total: Math.min(total, searchWindow), offset: 0, limit },
    results: await resultsOf(numbers, deps),
    filters: await appliedFilters(query, category, deps),
    available_filters: [],
    scroll_id: more ? scrollIds.issue({ search: fingerprint, after: [last, total] }, now) : null,
  };
}

/** How many matches there are, up to the window. */
async function count(query: SearchQuery, { searches, categoryFacets }: Listings): Promise<number> {
  const bare = await categoryFacets.match(query);
  return (
    bare?.total ?? (await categoryFacets.total(query)) ?? (await searches.match(query, "price_asc")).total
  );
}
