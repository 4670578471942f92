import type { Deps } from "../deps.ts";
import { siteOf } from "../sites/sites.service.ts";
import { appliedFilters } from "./applied-filters.service.ts";
import { resultsOf } from "./results.service.ts";
import { envelope, indexQueryOf, type Search } from "./search.service.ts";
import { fingerprintOf } from "./search-query.schema.ts";

/**
 * One block of a scan (decisions 1.8): all matches, however many, the newest first. What is listed meanwhile
 * is not part of it. `scroll_id` is null once there is nothing more; facets are for pages, not for scans.
 */
export async function scan({ query, category, limit }: Search, scrollId: string | undefined, deps: Deps) {
  const { searchIndex, scrollIds, clock } = deps;
  const asked = indexQueryOf(query);
  const fingerprint = fingerprintOf(query);
  const now = clock.now().getTime();
  const position = scrollId === undefined ? undefined : scrollIds.read(scrollId, fingerprint, now);
  const [last, known] = position?.map(Number) ?? [];
  const before = last || undefined;
  // A block of limit 0 reads one match to know whether more follow.
  const next = await searchIndex.scan(asked, { before, limit: Math.max(1, limit) });
  const total = known ?? next.total ?? 0;
  const numbers = next.numbers.slice(0, limit);
  const more = next.numbers.length > 0 && numbers.length === limit;
  const after = [numbers.at(-1) ?? before ?? 0, total];
  return {
    ...envelope({ query, sort: "relevance", site: siteOf(query.siteId) }),
    paging: { total, offset: 0, limit },
    results: await resultsOf(numbers, deps),
    filters: await appliedFilters(query, category, deps),
    available_filters: [],
    scroll_id: more ? scrollIds.issue({ search: fingerprint, after }, now) : null,
  };
}
