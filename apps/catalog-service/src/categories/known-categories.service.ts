import { createCache } from "@marketplace/cache";
import type { SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import type { TreeDumpsRepo } from "../tree/tree-dumps.repo.ts";
import type { CategoriesRepo } from "./categories.repo.ts";
import type { Category } from "./categories.schema.ts";
import type { CategoryAttribute } from "./category-attributes.schema.ts";

/** What the rules of a new item ask of categories. */
export type CategoryReader = Pick<CategoriesRepo, "find" | "attributes">;

/** Categories in memory, for many items at once. */
export interface KnownCategories {
  /** The categories of a site's present tree. Ask again for each batch of items. */
  of(siteId: string): Promise<CategoryReader>;
}

interface Sources {
  categories: CategoryReader;
  dumps: Pick<TreeDumpsRepo, "version">;
  clock: SystemClock;
  metrics?: Pick<Metrics, "cache">;
}

/** LRU cache of categories with their attributes, keyed by the version of the tree: a change is a miss. */
export function createKnownCategories({ categories, dumps, clock, metrics }: Sources): KnownCategories {
  const now = () => clock.monotonicMs();
  const common = { metrics, maxEntries: 1_000, ttlMs: 3_600_000, now };
  const found = createCache<string, Category>({ name: "categories", ...common });
  const attributes = createCache<string, CategoryAttribute[]>({ name: "category-attributes", ...common });
  return {
    async of(siteId) {
      const version = await dumps.version(siteId);
      const keyOf = (id: string) => `${siteId} ${version} ${id}`;
      return {
        async find(id) {
          const known = found.get(keyOf(id));
          if (known) return known;
          const category = await categories.find(id);
          // A retired category stops to be found with its last item, which changes no version.
          if (category?.settings.listing_allowed) found.set(keyOf(id), category);
          return category;
        },
        async attributes(id) {
          const known = attributes.get(keyOf(id));
          if (known) return known;
          const read = await categories.attributes(id);
          if (read) attributes.set(keyOf(id), read);
          return read;
        },
      };
    },
  };
}
