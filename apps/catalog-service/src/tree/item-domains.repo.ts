import type { CatalogDatabase } from "@marketplace/database/catalog";

/** Items have the domain of their category, which an import or an operator may change. */
export interface ItemDomainsRepo {
  /**
   * Moves the items of these categories into their domains: all, or so many that a request can wait for, and
   * wakes the job for the others. Call it after the commit of the change.
   */
  follow(categories: readonly string[], most?: number): Promise<void>;
  /** Names what wakes the job that checks all items. */
  onLeft(wake: () => void): void;
  /**
   * Moves those of the next items, in the order of their ids, that are not in the domain of their category;
   * items of a category without a domain keep theirs. Gives the last id, and `undefined` after all items.
   */
  check(after: string): Promise<{ moved: number; last: string | undefined }>;
  /** The present versions of all trees, as one text. */
  treeVersions(): Promise<string>;
}

/** Categories, and items in other domains, that a statement reads at most: all stay below the timeout. */
const most = { categories: 20, items: 20_000 } as const;
const inOtherDomains = `
  SELECT i.id FROM categories c JOIN items i ON i.category_id = c.id
  WHERE c.id = ANY ($1) AND i.domain_id IS DISTINCT FROM c.domain_id LIMIT $2`;

/** Items that are locked at once, for some hundredths of a second. */
const batchSize = 500;
// Locked in the order of their ids, as purchases lock them, so that the two cannot deadlock.
const move = `
  UPDATE items SET domain_id = moved.domain_id FROM (
    SELECT i.id, c.domain_id FROM items i JOIN categories c ON c.id = i.category_id
    WHERE i.id = ANY ($1) AND i.domain_id IS DISTINCT FROM c.domain_id
    ORDER BY i.id FOR UPDATE OF i) moved
  WHERE items.id = moved.id`;

// Recorded items may be in categories of which no more than the id is known.
const check = `
  SELECT max(part.id) AS last,
    array_agg(part.id) FILTER (WHERE c.domain_id IS NOT NULL AND c.domain_id IS DISTINCT FROM part.domain_id) AS ids
  FROM (SELECT id, category_id, domain_id FROM items WHERE id > $1 ORDER BY id LIMIT 2000) part
  JOIN categories c ON c.id = part.category_id`;

const treeVersions = "SELECT string_agg(site_id || version, ' ' ORDER BY site_id) AS versions FROM trees";

export function createItemDomainsRepo(db: CatalogDatabase): ItemDomainsRepo {
  const moveAll = async (ids: readonly string[]): Promise<number> => {
    let moved = 0;
    for (let from = 0; from < ids.length; from += batchSize)
      moved += await db.execute(move, [ids.slice(from, from + batchSize)]);
    return moved;
  };
  let wakeJob = () => {};
  /** Gives the number of items that were found, at most `limit`. */
  const followSome = async (categories: readonly string[], limit: number): Promise<number> => {
    for (let all = 0; ; ) {
      const asked = Math.min(most.items, limit - all);
      const found = await db.query<{ id: string }>(inOtherDomains, [categories, asked]);
      const moved = await moveAll(found.map(({ id }) => id));
      all += found.length;
      if (found.length < asked || moved === 0 || all === limit) return all;
    }
  };
  return {
    async follow(categories, limit = Number.POSITIVE_INFINITY) {
      let left = limit;
      for (let from = 0; from < categories.length && left > 0; from += most.categories)
        left -= await followSome(categories.slice(from, from + most.categories), left);
      if (left === 0) wakeJob();
    },
    onLeft(wake) {
      wakeJob = wake;
    },
    async check(after) {
      const [part] = await db.query<{ last: string | null; ids: string[] | null }>(check, [after]);
      return { moved: await moveAll(part?.ids ?? []), last: part?.last ?? undefined };
    },
    async treeVersions() {
      const [row] = await db.query<{ versions: string | null }>(treeVersions);
      return row?.versions ?? "";
    },
  };
}
