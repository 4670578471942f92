import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Logger, SystemClock } from "@marketplace/server";
import { type Metrics, observedMethods } from "@marketplace/telemetry";
import { type CategoryFeatureCache, createCategoryFeatureCache } from "./category-feature-cache.service.ts";
import { type CategoryModelsRepo, createCategoryModelsRepo } from "./category-models.repo.ts";
import { createLabeledTitlesRepo, type LabeledTitlesRepo } from "./labeled-titles.repo.ts";
import { createPredictionFeedRepo } from "./prediction-feed.repo.ts";
import { createPredictors, type Predictors } from "./predictors.service.ts";
import { noSiblings, type SiblingSites, sitesOfLanguage } from "./sibling-sites.service.ts";
import { createSiteLeavesRepo, type SiteLeavesRepo } from "./site-leaves.repo.ts";

/** What prediction needs besides the service's own dependencies. */
export interface DiscoveryDeps {
  labeledTitles: LabeledTitlesRepo;
  categoryModels: CategoryModelsRepo;
  siteLeaves: SiteLeavesRepo;
  siblingSites: SiblingSites;
  predictors: Predictors;
  categoryFeatures: CategoryFeatureCache;
}

interface DiscoveryParts {
  db: CatalogDatabase;
  log: Logger;
  systemClock: SystemClock;
  metrics: Metrics;
  learnsFromSiblings: boolean;
  /** The sites that a site learns from, where they are in several databases. */
  siblings: SiblingSites | undefined;
}

export function createDiscoveryDeps(parts: DiscoveryParts): DiscoveryDeps {
  const { db, log, systemClock, metrics, learnsFromSiblings, siblings } = parts;
  const labeledTitles = createLabeledTitlesRepo(db);
  const categoryModels = createCategoryModelsRepo(db);
  const siteLeaves = createSiteLeavesRepo(db);
  return {
    labeledTitles,
    categoryModels,
    siteLeaves,
    siblingSites: learnsFromSiblings
      ? (siblings ?? sitesOfLanguage({ labeledTitles, categoryModels, siteLeaves }))
      : noSiblings,
    predictors: observedMethods(
      "prediction",
      createPredictors({
        feed: createPredictionFeedRepo(db),
        models: categoryModels,
        leaves: siteLeaves,
        log,
        clock: systemClock,
      }),
      metrics,
    ),
    categoryFeatures: createCategoryFeatureCache(siteLeaves, { clock: systemClock, metrics }),
  };
}
