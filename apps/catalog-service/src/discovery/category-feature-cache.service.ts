import { createCache } from "@marketplace/cache";
import type { SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import { type KnownValues, knownValues } from "./recognition/known-values.ts";
import type { BrandsOfModels } from "./recognition/recognize.ts";
import type { PredictedLeaf, SiteLeavesRepo } from "./site-leaves.repo.ts";

/** A category that predictions name, prepared for recognizing its attribute values in titles. */
export interface CategoryFeatures {
  leaf: Omit<PredictedLeaf, "attributes">;
  values: KnownValues;
  brandsOfModels: BrandsOfModels;
}

export type CategoryFeatureCache = ReturnType<typeof createCategoryFeatureCache>;

const maxEntries = 500;

/** Short, because every new item may change which brands a model is listed with. */
const ttlMs = 60_000;

/** LRU cache of category features; an entry of another tree is a miss. */
export function createCategoryFeatureCache(
  leaves: SiteLeavesRepo,
  { clock, metrics }: { clock: SystemClock; metrics: Metrics },
) {
  const cache = createCache<string, { tree: string; features: CategoryFeatures }>({
    name: "category-features",
    metrics,
    maxEntries,
    ttlMs,
    now: () => clock.monotonicMs(),
  });
  return {
    /** The categories still in the tree, by id; `tree` is the stamp of the tree that predicted them. */
    async of(ids: readonly string[], tree: string) {
      const known = ids.flatMap((id) => cache.get(id) ?? []).filter((entry) => entry.tree === tree);
      const found = new Map(known.map(({ features }) => [features.leaf.id, features]));
      const missing = ids.filter((id) => !found.has(id));
      const loaded = missing.length === 0 ? [] : await load(missing, leaves);
      for (const features of loaded) {
        cache.set(features.leaf.id, { tree, features });
        found.set(features.leaf.id, features);
      }
      return found;
    },
  };
}

async function load(ids: readonly string[], leaves: SiteLeavesRepo): Promise<CategoryFeatures[]> {
  const details = await leaves.details(ids);
  return Promise.all(
    details.map(async ({ attributes, ...leaf }) => {
      const hasModels = attributes.some(({ id }) => id === "MODEL");
      const brandsOfModels: BrandsOfModels = hasModels ? await leaves.brandsOfModels(leaf.id) : new Map();
      return { leaf, values: knownValues(attributes), brandsOfModels };
    }),
  );
}
