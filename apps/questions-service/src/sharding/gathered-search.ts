import { siteOfItem } from "@marketplace/database";
import type { Matches, SearchRepo } from "../questions/search.repo.ts";
import { byId, inOrder } from "./order.ts";
import type { QuestionSites } from "./sites.ts";

/**
 * Searches over all databases. Those of one item are done where its site is. A page takes as many of the
 * first matches from each database as it may need of it, which the paging window bounds.
 */
export function gatheredSearch(sites: QuestionSites<{ search: SearchRepo }>): SearchRepo {
  return {
    matches: () => {
      throw new Error("matches are of one database");
    },
    async page(search, reader) {
      const { filter, limit, offset = 0, order } = search;
      if (filter.itemId !== undefined)
        return sites.alone(siteOfItem(filter.itemId), (of) => of.search.page(search, reader));
      const wanted = { filter, limit: offset + limit, order };
      const all = await sites.gather((of) => of.search.matches(wanted, reader));
      const rows = all.flatMap((some) => some.rows).sort(inOrder(order));
      return { total: totalOf(all), questions: textOf(rows.slice(offset, offset + limit)) };
    },
    async scan(search, reader) {
      const { filter, limit, afterId } = search;
      if (filter.itemId !== undefined)
        return sites.alone(siteOfItem(filter.itemId), (of) => of.search.scan(search, reader));
      // One more than the page tells whether there are matches behind it.
      const all = await sites.gather((of) =>
        of.search.matches({ filter, limit: limit + 1, afterId }, reader),
      );
      const rows = all.flatMap((some) => some.rows).sort(byId("ASC"));
      const page = rows.slice(0, limit);
      const last = page.at(-1)?.id ?? null;
      return { total: totalOf(all), questions: textOf(page), last, more: rows.length > limit };
    },
  };
}

const totalOf = (all: readonly Matches[]): number => all.reduce((sum, { total }) => sum + total, 0);

const textOf = (rows: Matches["rows"]): string => rows.map(({ question }) => question).join(",");
