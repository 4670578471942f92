import { siteOfItem } from "@marketplace/database";
import { byId, inOrder, type SiteDatabases } from "@marketplace/sharding";
import type { Match, Matches, SearchRepo } from "../questions/search.repo.ts";
import type { SearchFilter } from "../questions/search.sql.ts";

/**
 * Searches over all databases. Those of one item are done where its site is. A page takes as many of the
 * first matches from each database as it may need of it, which the paging window bounds.
 */
export function fanOutSearch(sites: SiteDatabases<{ search: SearchRepo }>): SearchRepo {
  const siteOf = ({ itemId }: SearchFilter) => (itemId === undefined ? undefined : siteOfItem(itemId));
  /** The site whose database has all matches; while it is being split off, home may have some. */
  const ofOneDatabase = (filter: SearchFilter) => {
    const siteId = siteOf(filter);
    return siteId !== undefined && sites.isSettled(siteId) ? siteId : undefined;
  };
  return {
    matches: () => {
      throw new Error("matches are of one database");
    },
    async page(search, reader) {
      const { filter, limit, offset = 0, order } = search;
      const siteId = ofOneDatabase(filter);
      if (siteId !== undefined) return sites.alone(siteId, (of) => of.search.page(search, reader));
      const wanted = { filter, limit: offset + limit, order };
      const all = await sites.fanOut((of) => of.search.matches(wanted, reader), siteOf(filter));
      const rows = eachOnce(all).sort(inOrder(order));
      return { total: totalOf(all), questions: textOf(rows.slice(offset, offset + limit)) };
    },
    async scan(search, reader) {
      const { filter, limit, afterId } = search;
      const siteId = ofOneDatabase(filter);
      if (siteId !== undefined) return sites.alone(siteId, (of) => of.search.scan(search, reader));
      // One more than the page tells whether there are matches behind it.
      const wanted = { filter, limit: limit + 1, afterId };
      const all = await sites.fanOut((of) => of.search.matches(wanted, reader), siteOf(filter));
      const rows = eachOnce(all).sort(byId("ASC"));
      const page = rows.slice(0, limit);
      const last = page.at(-1)?.id ?? afterId;
      return { total: totalOf(all), questions: textOf(page), last, more: rows.length > limit };
    },
  };
}

/** A row on its way is in two databases for a moment: the later state counts. */
function eachOnce(all: readonly Matches[]): Match[] {
  const rows = new Map<number, Match>();
  for (const row of all.flatMap((some) => some.rows)) {
    const other = rows.get(row.id);
    if (!other || other.changed_at <= row.changed_at) rows.set(row.id, row);
  }
  return [...rows.values()];
}

const totalOf = (all: readonly Matches[]): number => all.reduce((sum, { total }) => sum + total, 0);

const textOf = (rows: Matches["rows"]): string => rows.map(({ question }) => question).join(",");
