import type { Source } from "@marketplace/database";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { observedMethods, type Telemetry } from "@marketplace/telemetry";
import { type CategoryFacets, categoryFacets } from "./category-facets.repo.ts";
import { type SearchRepo, searchRepo } from "./search.repo.ts";

/** What a search looks into. */
export interface Listings {
  searches: SearchRepo;
  categoryFacets: CategoryFacets;
}

/** Listings as callers see them. */
export interface Searches {
  /** Looks on a replica where the caller's own changes are, else on the primary; `look` may run twice. */
  as<T>(callerId: number, look: (listings: Listings) => Promise<T>): Promise<T>;
  /** On the primary: what is found may be kept for others. */
  forAll: Listings;
}

export function searchesOn(db: CatalogDatabase, { metrics }: Telemetry): Searches {
  const on = (source: Source): Listings => ({
    searches: observedMethods("search", searchRepo(source), metrics),
    categoryFacets: categoryFacets(source),
  });
  const forAll = on(db);
  return {
    // Mostly there is no replica: what looks into the primary is made once.
    as: (callerId, look) =>
      db.readYourWrites(callerId, (source) => look(source === db ? forAll : on(source))),
    forAll,
  };
}
