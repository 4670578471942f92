import type { IdentityRpc, QuestionsRpc } from "@marketplace/contracts";
import { type Conventions, scrollIds } from "@marketplace/conventions";
import { addressOf, guardClients, idempotencyStore } from "@marketplace/database";
import { type CatalogDatabase, openCatalogDatabase } from "@marketplace/database/catalog";
import {
  type Clock,
  databaseDiskReserve,
  type Logger,
  systemClock as machineClock,
  type ServiceParts,
  type SystemClock,
} from "@marketplace/server";
import { observedMethods, observePool, silentTelemetry, type Telemetry } from "@marketplace/telemetry";
import { type CategoriesRepo, categoriesRepo } from "./categories/categories.repo.ts";
import { type CategoryCounts, categoryCounts } from "./categories/category-counts.repo.ts";
import { type Changes, changesOf } from "./changes/changes.service.ts";
import type { Config } from "./config.ts";
import {
  type CategoryFeatureCache,
  createCategoryFeatureCache,
} from "./discovery/category-feature-cache.service.ts";
import { type CategoryModelsRepo, createCategoryModelsRepo } from "./discovery/category-models.repo.ts";
import { createLabelledTitlesRepo, type LabelledTitlesRepo } from "./discovery/labelled-titles.repo.ts";
import { createPredictionFeedRepo } from "./discovery/prediction-feed.repo.ts";
import { createPredictors, type Predictors } from "./discovery/predictors.service.ts";
import { noSiblings, type SiblingSites, sitesOfLanguage } from "./discovery/sibling-sites.service.ts";
import { createSiteLeavesRepo, type SiteLeavesRepo } from "./discovery/site-leaves.repo.ts";
import { type ItemClosings, itemClosings } from "./items/item-closings.service.ts";
import { type ItemTexts, itemTexts } from "./items/item-responses.repo.ts";
import { type ItemSummaries, itemSummaries } from "./items/item-summaries.repo.ts";
import { type ItemsRepo, itemsRepo } from "./items/items.repo.ts";
import { type AttributeNamesRepo, attributeNamesRepo } from "./search/attribute-names.repo.ts";
import { type Searches, searchesOn } from "./search/listings.repo.ts";
import { type LargeSearches, largeSearches } from "./search/search-cache.service.ts";
import { type Sellers, sellers } from "./search/sellers.service.ts";
import { type Spelling, spelling } from "./search/spelling.repo.ts";
import { type TopValuesRepo, topValuesRepo } from "./top-values/top-values.repo.ts";
import { type TreeRepo, treeRepo } from "./tree/tree.repo.ts";
import { type TreeDumpsRepo, treeDumpsRepo } from "./tree/tree-dumps.repo.ts";

/** What this service asks of others: nicknames of sellers, and to close the questions of closed items. */
export interface Clients {
  identity: Pick<IdentityRpc, "users">;
  questions: Pick<QuestionsRpc, "itemClosed">;
}

export interface Deps {
  conventions: Conventions;
  log: Logger;
  clock: Clock;
  systemClock: SystemClock;
  clients: Clients;
  db: CatalogDatabase;
  categories: CategoriesRepo;
  counts: CategoryCounts;
  tree: TreeRepo;
  dumps: TreeDumpsRepo;
  items: ItemsRepo;
  itemSummaries: ItemSummaries;
  itemTexts: ItemTexts;
  closings: ItemClosings;
  searches: Searches;
  largeSearches: LargeSearches;
  spelling: Spelling;
  attributeNames: AttributeNamesRepo;
  sellers: Sellers;
  topValues: TopValuesRepo;
  labelledTitles: LabelledTitlesRepo;
  categoryModels: CategoryModelsRepo;
  siteLeaves: SiteLeavesRepo;
  siblingSites: SiblingSites;
  predictors: Predictors;
  categoryFeatures: CategoryFeatureCache;
  scrollIds: ReturnType<typeof scrollIds>;
  /** Start of permalinks, without a trailing slash. */
  webUrl: string;
  internalSecret: string;
  telemetry: Telemetry;
  /** What any process changes of what the gateway may keep. */
  changes: Changes;
  /** Deletes Idempotency-Keys that are over a day old. */
  purge(): Promise<unknown>;
  close(): Promise<void>;
}

export type Parts = ServiceParts<Clients>;

/** Opens the catalog's database and builds what works on it; `close` undoes it. */
export async function createDeps(config: Config, parts: Parts): Promise<Deps> {
  const { log, authenticate, clock = machineClock, checks = false } = parts;
  const clients = guardClients(parts.clients);
  const { telemetry = silentTelemetry(), systemClock = machineClock } = parts;
  const db = openCatalogDatabase({
    ...{ url: config.databaseUrl, readUrl: config.databaseReadUrl, poolSize: config.databasePoolSize, log },
    onRead: telemetry.metrics.replicaRead,
  });
  observePool(db.pool, telemetry);
  const idempotency = idempotencyStore(db);
  const changes = changesOf(directUrlOf(config), log);
  return {
    conventions: {
      ...{ authenticate, log, jsonp: config.jsonp, idempotency, checks, telemetry },
      disk: databaseDiskReserve(config, parts),
      writing: (callerId, work) => db.recordWrite(callerId, work),
    },
    ...{ log, clock, systemClock, clients, db, telemetry, changes },
    categories: categoriesRepo(db),
    counts: categoryCounts(db, systemClock),
    tree: treeRepo(db),
    dumps: treeDumpsRepo(db),
    items: itemsRepo(db),
    itemSummaries: itemSummaries(db),
    itemTexts: itemTexts(db, config.webUrl),
    closings: itemClosings(db, { questions: clients.questions, clock, log }),
    searches: searchesOn(db, telemetry),
    largeSearches: largeSearches(systemClock, { replicated: config.databaseReadUrl !== undefined }),
    spelling: spelling(db),
    attributeNames: attributeNamesRepo(db),
    sellers: sellers(clients.identity, systemClock),
    topValues: topValuesRepo(db),
    ...discoveryParts(db, { log, systemClock, telemetry, learnsFromSiblings: config.predictionSiblings }),
    scrollIds: scrollIds(`scroll ids of ${config.internalSecret}`),
    webUrl: config.webUrl,
    internalSecret: config.internalSecret,
    purge: () => idempotency.purge(),
    async close() {
      await changes.close();
      await db.close();
    },
  };
}

/** Listening needs the server itself: a pooler passes no notices on. */
const directUrlOf = ({ databaseUrl, databaseDirectUrl }: Config): string | undefined =>
  databaseDirectUrl ?? (addressOf(databaseUrl).pooled ? undefined : databaseUrl);

interface DiscoverySurroundings {
  log: Logger;
  systemClock: SystemClock;
  telemetry: Telemetry;
  learnsFromSiblings: boolean;
}

function discoveryParts(db: CatalogDatabase, around: DiscoverySurroundings) {
  const { log, systemClock, telemetry, learnsFromSiblings } = around;
  const labelledTitles = createLabelledTitlesRepo(db);
  const categoryModels = createCategoryModelsRepo(db);
  const siteLeaves = createSiteLeavesRepo(db);
  return {
    labelledTitles,
    categoryModels,
    siteLeaves,
    siblingSites: learnsFromSiblings
      ? sitesOfLanguage({ labelledTitles, categoryModels, siteLeaves })
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
      telemetry.metrics,
    ),
    categoryFeatures: createCategoryFeatureCache(siteLeaves, {
      clock: systemClock,
      metrics: telemetry.metrics,
    }),
  };
}
