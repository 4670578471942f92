import { createCache, createSingleFlight } from "@marketplace/cache";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";

type Counts = ReadonlyMap<string, number>;

/** Numbers of active items per category, those of descendants included. */
export interface CategoryCountsRepo {
  /** Counts of a site's categories that have any; at most a minute old (decisions 7.8). */
  of(siteId: string): Promise<Counts>;
}

const freshMs = 15_000;
const ttlMs = 35_000;

interface CategoryCountsOptions {
  clock: SystemClock;
  metrics?: Pick<Metrics, "cache">;
}

/** Stale-while-revalidate per site: fresh for 15 s, then renewed in the background for up to 35 s. */
export function createCategoryCountsRepo(
  db: CatalogDatabase,
  { clock, metrics }: CategoryCountsOptions,
): CategoryCountsRepo {
  const now = () => clock.monotonicMs();
  const cache = createCache<string, { counts: Counts; countedAt: number }>({
    name: "category-counts",
    metrics,
    maxEntries: 100,
    now,
  });
  const flight = createSingleFlight<string, Counts>();
  const renew = (siteId: string): Promise<Counts> =>
    flight(siteId, async () => {
      const countedAt = now();
      const counts = await countItems(db, siteId);
      cache.set(siteId, { counts, countedAt }, { ttlMs: countedAt + ttlMs - now() });
      return counts;
    });
  return {
    async of(siteId) {
      const entry = cache.get(siteId);
      if (!entry) return renew(siteId);
      // The next reader retries a failure; this one has an answer.
      if (now() - entry.countedAt >= freshMs) renew(siteId).catch(() => {});
      return entry.counts;
    },
  };
}

// The counts of the items' own categories come from the index items_active_category_idx.
const activeItems = `
  SELECT above AS id, sum(own.items)::bigint AS items
  FROM (SELECT category_id, count(*) AS items FROM items WHERE site_id = $1 AND status = 'active' GROUP BY 1) own
  JOIN categories c ON c.id = own.category_id, unnest(c.path) above GROUP BY above`;

/** Active items per category as of now. */
export async function countItems(db: CatalogDatabase, siteId: string): Promise<Counts> {
  const rows = await db.query<{ id: string; items: number }>(activeItems, [siteId]);
  return new Map(rows.map(({ id, items }) => [id, items]));
}
