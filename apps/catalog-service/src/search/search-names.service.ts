import { type Cache, createCache } from "@marketplace/cache";
import type { SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import type { CategoriesRepo } from "../categories/categories.repo.ts";
import type { Category, CategoryName } from "../categories/categories.schema.ts";
import type { AttributeNamesRepo } from "./attribute-names.repo.ts";

interface Sources {
  categories: Pick<CategoriesRepo, "get" | "roots" | "children">;
  attributeNames: AttributeNamesRepo;
  /** Changes with every change of a tree. */
  treesVersion: () => string;
  clock: SystemClock;
  metrics?: Pick<Metrics, "cache">;
}

type Names = ReadonlyMap<string, string>;

export type SearchNames = ReturnType<typeof createSearchNames>;

/**
 * LRU caches of names that a search shows. Keys have the version of the trees, so that a change of a tree is
 * a miss. A key is made before its name is read: a name from before a change must not be stored as a newer
 * one.
 */
export function createSearchNames({ categories, attributeNames, treesVersion, clock, metrics }: Sources) {
  const now = () => clock.monotonicMs();
  const common = { metrics, ttlMs: 3_600_000, now };
  const found = createCache<string, Category>({ name: "searched-categories", maxEntries: 1_000, ...common });
  const lists = createCache<string, CategoryName[]>({
    name: "categories-below",
    maxEntries: 1_000,
    ...common,
  });
  // Empty where an id has no name: any parameter in capitals is asked for.
  // Bounded by bytes, too: a value that is asked for may have the length of a URL.
  const named = createCache<string, string>({
    name: "attribute-names",
    maxEntries: 50_000,
    maxBytes: 32 * 2 ** 20,
    sizeOf: (name, key) => 2 * (name.length + key.length) + 100,
    ...common,
  });
  const keyOf = (...parts: string[]) => [treesVersion(), ...parts].join(" ");

  const namesOf = async (kind: "attributes" | "values", siteId: string, ids: readonly string[]) => {
    const version = treesVersion();
    const key = (id: string) => [version, kind, siteId, id].join(" ");
    const missing = ids.filter((id) => named.peek(key(id)) === undefined);
    const read = missing.length === 0 ? undefined : await attributeNames[kind](siteId, missing);
    for (const id of missing) named.set(key(id), read?.get(id) ?? "");
    const names = ids.map((id) => [id, read?.get(id) ?? named.get(key(id)) ?? ""] as const);
    return new Map(names.filter(([, name]) => name !== ""));
  };

  return {
    /** The category, or 404 `Category not found: <id>`. */
    async category(id: string): Promise<Category> {
      const key = keyOf(id);
      const known = found.get(key);
      if (known) return known;
      const category = await categories.get(id);
      // A retired category stops to be found with its last item, which changes no version.
      if (category.settings.listing_allowed) found.set(key, category);
      return category;
    },
    /** The first level of a site, or the categories directly below one. */
    below: (siteId: string, categoryId: string | undefined): Promise<CategoryName[]> =>
      remembered(lists, keyOf(categoryId ?? siteId), () =>
        categoryId === undefined ? categories.roots(siteId) : categories.children(categoryId),
      ),
    /** Names by id; ids that are no attributes of the site are left out. */
    attributes: (siteId: string, ids: readonly string[]): Promise<Names> =>
      namesOf("attributes", siteId, ids),
    /** Names by `<attribute>=<value>`, the form of the keys of an index. */
    values: (siteId: string, keys: readonly string[]): Promise<Names> => namesOf("values", siteId, keys),
  };
}

async function remembered<V>(cache: Cache<string, V>, key: string, read: () => Promise<V>): Promise<V> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = await read();
  cache.set(key, value);
  return value;
}
