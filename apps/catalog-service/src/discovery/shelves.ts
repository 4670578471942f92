import { type KnownValues, knownValues } from "./recognition/known-values.ts";
import type { BrandsOfModels } from "./recognition/recognise.ts";
import type { PredictedLeaf, SiteLeavesRepo } from "./site-leaves.repo.ts";

/** A category that is predicted, made ready for recognising its values in titles. */
export interface Shelf {
  leaf: Omit<PredictedLeaf, "attributes">;
  values: KnownValues;
  brandsOfModels: BrandsOfModels;
}

export interface Shelves {
  /** Those of the categories that are still in the tree, by id. `tree` is the stamp of the tree they were predicted from. */
  of(ids: readonly string[], tree: string): Promise<Map<string, Shelf>>;
}

const mostKept = 500;

/** Remembers the categories that are predicted most lately, until their tree changes. */
export function createShelves(leaves: SiteLeavesRepo): Shelves {
  const kept = new Map<string, { tree: string; shelf: Shelf }>();
  const keep = (shelf: Shelf, tree: string) => {
    kept.set(shelf.leaf.id, { tree, shelf });
    const oldest = kept.size > mostKept ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
  };
  return {
    async of(ids, tree) {
      const missing = ids.filter((id) => kept.get(id)?.tree !== tree);
      const fresh = missing.length === 0 ? [] : await load(missing, leaves);
      const found = new Map<string, Shelf>(fresh.map((shelf) => [shelf.leaf.id, shelf]));
      for (const id of ids) {
        const known = kept.get(id);
        if (known?.tree === tree) found.set(id, known.shelf);
        kept.delete(id);
      }
      // Put back behind the others: the ones asked for last are the last to go.
      for (const shelf of found.values()) keep(shelf, tree);
      return found;
    },
  };
}

async function load(ids: readonly string[], leaves: SiteLeavesRepo): Promise<Shelf[]> {
  const details = await leaves.details(ids);
  return Promise.all(
    details.map(async ({ attributes, ...leaf }) => {
      const hasModels = attributes.some(({ id }) => id === "MODEL");
      const brandsOfModels: BrandsOfModels = hasModels ? await leaves.brandsOfModels(leaf.id) : new Map();
      return { leaf, values: knownValues(attributes), brandsOfModels };
    }),
  );
}
