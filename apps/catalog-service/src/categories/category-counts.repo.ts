import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { SystemClock } from "@marketplace/server";

type Counts = ReadonlyMap<string, number>;

/** Numbers of active items per category, those of descendants included. */
export interface CategoryCounts {
  /** Counts of a site's categories that have any; at most a minute old (decisions 7.8). */
  of(siteId: string): Promise<Counts>;
}

const freshMs = 15_000;
const oldestMs = 55_000;

interface Entry {
  counts: Counts;
  at: number;
  refresh: Promise<Counts> | undefined;
}

/** Counts are taken per site when asked for: served as they are for 15 s, then renewed behind the reader's back. */
export function categoryCounts(db: CatalogDatabase, clock: SystemClock): CategoryCounts {
  const entries = new Map<string, Entry>();

  const take = async (siteId: string): Promise<Counts> => {
    const at = clock.monotonicMs();
    const counts = await countItems(db, siteId);
    entries.set(siteId, { counts, at, refresh: undefined });
    return counts;
  };
  const renew = (siteId: string, entry: Entry): Promise<Counts> => {
    entry.refresh ??= take(siteId).finally(() => {
      entry.refresh = undefined;
    });
    return entry.refresh;
  };

  return {
    async of(siteId) {
      const entry = entries.get(siteId);
      if (!entry) return take(siteId);
      const age = clock.monotonicMs() - entry.at;
      if (age < freshMs) return entry.counts;
      const renewed = renew(siteId, entry);
      if (age >= oldestMs) return renewed;
      renewed.catch(() => {}); // The next reader tries again; this one has an answer.
      return entry.counts;
    },
  };
}

/** Active items per category as of now, from the counters that triggers keep. */
export async function countItems(db: CatalogDatabase, siteId: string): Promise<Counts> {
  const rows = await db.current().$queryRaw<{ id: string; items: number }[]>`
    SELECT c.id, sum(f.count)::bigint AS items
    FROM categories c JOIN facet_counts f ON f.category_id = c.id AND f.key = ''
    WHERE c.site_id = ${siteId} GROUP BY c.id HAVING sum(f.count) > 0`;
  return new Map(rows.map(({ id, items }) => [id, items]));
}
