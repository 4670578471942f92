import { siteOfItem } from "@marketplace/database";
import type { SiteDatabases } from "@marketplace/sharding";
import type { ItemSummariesRepo } from "../items/item-summaries.repo.ts";
import type { ItemsRepo } from "../items/items.repo.ts";

interface Repos {
  items: ItemsRepo;
  itemSummaries: ItemSummariesRepo;
}

/** Reads that are about no single database: of all sites where these have databases of their own. */
export interface Everywhere {
  items: Pick<ItemsRepo, "list" | "ending" | "hasActiveMe2">;
  itemSummaries: ItemSummariesRepo;
}

/** The reads of a service with one database. */
export const everywhereIs = ({ items, itemSummaries }: Repos): Everywhere => ({ items, itemSummaries });

/** The reads of all databases, or of those that the ids of items name. */
export function everywhereByFanOut(sites: SiteDatabases<Repos>): Everywhere {
  /** Reads items where their ids say; an id of another form is nowhere, and asked for at home. */
  const readBySite = async <T>(
    ids: readonly string[],
    read: (of: Repos, some: readonly string[]) => Promise<T[]>,
  ): Promise<T[]> => {
    const groups = [...Map.groupBy(ids, siteOfItem)];
    return (
      await Promise.all(groups.map(([siteId, some]) => sites.alone(siteId, (of) => read(of, some))))
    ).flat();
  };
  return {
    items: {
      list: (ids) => readBySite(ids, ({ items }, some) => items.list(some)),
      async ending(range) {
        const found = (await sites.fanOut(({ items }) => items.ending(range))).flat();
        return found.toSorted((one, other) => one.at.getTime() - other.at.getTime()).slice(0, range.limit);
      },
      hasActiveMe2: async (sellerId) =>
        (await sites.fanOut(({ items }) => items.hasActiveMe2(sellerId))).includes(true),
    },
    async itemSummaries(ids) {
      const found = await readBySite(ids, ({ itemSummaries }, some) => itemSummaries(some));
      const byId = new Map(found.map((summary) => [summary.id, summary]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}
