import type { ScrollPosition } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { siteOf } from "../sites/sites.service.ts";
import { appliedFilters } from "./applied-filters.service.ts";
import { type Matches, searchWindow } from "./matches.schema.ts";
import { resultsOf } from "./results.service.ts";
import { envelope, type FindDeps, find, type ReadListings, type Search } from "./search.service.ts";
import { fingerprintOf, type SearchQuery } from "./search-query.schema.ts";

/**
 * One block of a scan (decisions 1.8): all matches in the order in which they were listed, however many. What
 * is listed meanwhile comes at the end. `scroll_id` is null once there is nothing more; facets are for pages,
 * not for scans.
 */
export async function scan(
  { callerId, query, category, limit }: Search,
  scrollId: string | undefined,
  deps: Deps,
) {
  const { listings, spelling, scrollIds, clock } = deps;
  const site = siteOf(query.siteId);
  const fingerprint = fingerprintOf(query);
  const now = clock.now().getTime();
  const position = scrollId === undefined ? undefined : scrollIds.read(scrollId, fingerprint, now);
  const after = Number(position?.[0] ?? 0);
  const read: ReadListings = (work) => listings.read(callerId, work);
  const found = position ? setAt(position) : await begin(query, { read, spelling });
  const { total, tsquery } = found;
  // A block of limit 0 reads one match to know whether more follow.
  const block = { ...found, after, limit: Math.max(1, limit) };
  const next = await read(({ searches }) => searches.scan(query, block));
  const numbers = next.slice(0, limit);
  const last = numbers.at(-1) ?? after;
  const more = next.length > 0 && numbers.length === limit;
  return {
    ...envelope({ query, sort: "relevance", site }),
    paging: { total: Math.min(total, searchWindow), offset: 0, limit },
    results: await resultsOf(numbers, deps),
    filters: await appliedFilters(query, category, deps),
    available_filters: [],
    scroll_id: more
      ? scrollIds.issue({ search: fingerprint, after: [last, total, tsquery ?? ""] }, now)
      : null,
  };
}

/** The set that a scan reads: the number of its matches and its corrected words. */
type ScannedSet = Pick<Matches, "total" | "tsquery">;

async function begin(query: SearchQuery, deps: FindDeps): Promise<ScannedSet> {
  const known = await deps.read(({ categoryFacets }) => categoryFacets.total(query));
  return known === undefined ? find(query, "price_asc", deps) : { total: known };
}

/** A scan keeps the corrections that it began with. */
const setAt = ([, total, tsquery]: ScrollPosition["after"]): ScannedSet => ({
  total: Number(total),
  tsquery: tsquery ? String(tsquery) : undefined,
});
