import type { SystemClock } from "@marketplace/server";
import { type KnownValues, knownValues } from "./recognition/known-values.ts";
import type { BrandsOfModels } from "./recognition/recognize.ts";
import type { PredictedLeaf, SiteLeavesRepo } from "./site-leaves.repo.ts";

/** A category that is predicted, made ready for recognizing its values in titles. */
export interface CategoryFeatures {
  leaf: Omit<PredictedLeaf, "attributes">;
  values: KnownValues;
  brandsOfModels: BrandsOfModels;
}

export interface CategoryFeatureCache {
  /** Those of the categories that are still in the tree, by id. `tree` is the stamp of the tree they were predicted from. */
  of(ids: readonly string[], tree: string): Promise<Map<string, CategoryFeatures>>;
}

const mostKept = 500;

/** Which brands a model was listed with changes with every item. */
const keptMs = 60_000;

interface Kept {
  tree: string;
  until: number;
  features: CategoryFeatures;
}

/** Remembers the categories that are predicted most lately, for a minute and until their tree changes. */
export function createCategoryFeatureCache(leaves: SiteLeavesRepo, clock: SystemClock): CategoryFeatureCache {
  const kept = new Map<string, Kept>();
  const keep = (entry: Kept) => {
    kept.set(entry.features.leaf.id, entry);
    const oldest = kept.size > mostKept ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
  };
  return {
    async of(ids, tree) {
      const now = clock.monotonicMs();
      const known = ids
        .flatMap((id) => kept.get(id) ?? [])
        .filter((entry) => entry.tree === tree && entry.until > now);
      const missing = ids.filter((id) => !known.some(({ features }) => features.leaf.id === id));
      const fresh = missing.length === 0 ? [] : await load(missing, leaves);
      const found = [...known, ...fresh.map((features) => ({ tree, until: now + keptMs, features }))];
      // Put back behind the others: the ones asked for last are the last to go.
      for (const id of ids) kept.delete(id);
      for (const entry of found) keep(entry);
      return new Map(found.map(({ features }) => [features.leaf.id, features]));
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
