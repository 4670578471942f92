import type { Source } from "@marketplace/database";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { observedMethods, type Telemetry } from "@marketplace/telemetry";
import { type CategoryFacetsRepo, createCategoryFacetsRepo } from "./category-facets.repo.ts";
import { createSearchRepo, type SearchRepo } from "./search.repo.ts";

/** What a search reads, on one server. */
export interface Listings {
  searches: SearchRepo;
  categoryFacets: CategoryFacetsRepo;
}

export type ListingsRepo = ReturnType<typeof createListingsRepo>;

/** Listings on the primary or on a read replica. */
export function createListingsRepo(db: CatalogDatabase, { metrics }: Telemetry) {
  const on = (source: Source): Listings => ({
    searches: observedMethods("search", createSearchRepo(source), metrics),
    categoryFacets: createCategoryFacetsRepo(source),
  });
  const primary = on(db);
  return {
    /** Reads from a replica with the caller's own changes, else from the primary; `work` may run twice. */
    read: <T>(callerId: number, work: (listings: Listings) => Promise<T>) =>
      db.readYourWrites(callerId, (source) => work(source === db ? primary : on(source))),
    /** Reads from here may be cached for all callers. */
    primary,
  };
}
