import { createSingleFlight } from "@marketplace/cache";
import type { IdentityRpc, NotificationsRpc, QuestionsRpc } from "@marketplace/contracts";
import { type Conventions, scrollIds } from "@marketplace/conventions";
import { addressOf, guardClients, idempotencyStore } from "@marketplace/database";
import { type CatalogDatabase, openCatalogDatabase } from "@marketplace/database/catalog";
import { createOutbox, type Outbox, outboxLag } from "@marketplace/events";
import {
  createObjectKeys,
  createUnownedObjectsRepo,
  gatedStore,
  lazyStore,
  type ObjectKeys,
  type ObjectStore,
  observedStore,
  openObjectStore,
  type UnownedObjectsRepo,
  uploadDisk,
} from "@marketplace/object-store";
import type { SearchIndex } from "@marketplace/search-index";
import type { OpenSearchIndex } from "@marketplace/search-index/opensearch";
import {
  type Clock,
  type DiskReserve,
  databaseDiskReserve,
  type Logger,
  systemClock as machineClock,
  type ServiceParts,
  type SystemClock,
} from "@marketplace/server";
import { observedMethods, observePool, silentTelemetry, type Telemetry } from "@marketplace/telemetry";
import { type CategoriesRepo, createCategoriesRepo } from "./categories/categories.repo.ts";
import { type CategoryCountsRepo, createCategoryCountsRepo } from "./categories/category-counts.repo.ts";
import { createKnownCategories, type KnownCategories } from "./categories/known-categories.repo.ts";
import { type Changes, openChanges } from "./changes/changes.service.ts";
import type { Config } from "./config.ts";
import {
  type CategoryFeatureCache,
  createCategoryFeatureCache,
} from "./discovery/category-feature-cache.service.ts";
import { type CategoryModelsRepo, createCategoryModelsRepo } from "./discovery/category-models.repo.ts";
import { createLabeledTitlesRepo, type LabeledTitlesRepo } from "./discovery/labeled-titles.repo.ts";
import { createPredictionFeedRepo } from "./discovery/prediction-feed.repo.ts";
import { createPredictors, type Predictors } from "./discovery/predictors.service.ts";
import { noSiblings, type SiblingSites, sitesOfLanguage } from "./discovery/sibling-sites.service.ts";
import { createSiteLeavesRepo, type SiteLeavesRepo } from "./discovery/site-leaves.repo.ts";
import { fingerprintedChanges } from "./item-index/fingerprinted-changes.service.ts";
import type { IndexTurns } from "./item-index/index-turns.service.ts";
import { indexingFingerprint } from "./item-index/indexing-fingerprint.rules.ts";
import { createItemChangesRepo, type ItemChangesRepo } from "./item-index/item-changes.repo.ts";
import { createItemFollower, type ItemFollower } from "./item-index/item-follower.service.ts";
import { type OpenedSearchIndex, openSearchIndex } from "./item-index/open-search-index.service.ts";
import { createSearchedItemsRepo, type SearchedItemsRepo } from "./item-index/searched-items.repo.ts";
import { createItemClosings, type ItemClosings } from "./items/item-closings.service.ts";
import { createItemResponsesRepo, type ItemResponsesRepo } from "./items/item-responses.repo.ts";
import { createItemSummariesRepo, type ItemSummariesRepo } from "./items/item-summaries.repo.ts";
import { createItemsRepo, type ItemsRepo } from "./items/items.repo.ts";
import { createImageCheck, type ImageCheck } from "./pictures/image-check.service.ts";
import type { Links } from "./pictures/picture-links.rules.ts";
import { createPicturesRepo, type PicturesRepo } from "./pictures/pictures.repo.ts";
import { createUploadForms, type UploadForms } from "./pictures/upload-form.service.ts";
import { createAttributeNamesRepo } from "./search/attribute-names.repo.ts";
import { createSearchNames, type SearchNames } from "./search/search-names.service.ts";
import { createSellers, type Sellers } from "./search/sellers.service.ts";
import { createSellerItemsRepo, type SellerItemsRepo } from "./seller-items/seller-items.repo.ts";
import { createTopValuesRepo, type TopValuesRepo } from "./top-values/top-values.repo.ts";
import { type BranchesRepo, createBranchesRepo } from "./tree/branches.repo.ts";
import { createTreeRepo, type TreeRepo } from "./tree/tree.repo.ts";
import { createTreeDumpsRepo, type TreeDumpsRepo } from "./tree/tree-dumps.repo.ts";
import type { DumpBuilds } from "./tree/tree-dumps.service.ts";
import { createTreeSnapshotsRepo, type TreeSnapshotsRepo } from "./tree/tree-snapshots.repo.ts";
import { createVariationIds, type VariationIds } from "./variations/variation-ids.repo.ts";
import { createVisitCounter, type VisitCounter } from "./visits/visit-counter.service.ts";
import { createVisitsRepo, type VisitsRepo } from "./visits/visits.repo.ts";

/** Calls to other services: sellers, closing the questions of closed items, and events. */
export interface Clients {
  identity: Pick<IdentityRpc, "users" | "userIdOf">;
  notifications: Pick<NotificationsRpc, "publish">;
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
  knownCategories: KnownCategories;
  counts: CategoryCountsRepo;
  tree: TreeRepo;
  branches: BranchesRepo;
  dumps: TreeDumpsRepo;
  dumpBuilds: DumpBuilds;
  snapshots: TreeSnapshotsRepo;
  items: ItemsRepo;
  variationIds: VariationIds;
  pictures: PicturesRepo;
  outbox: Outbox;
  itemSummaries: ItemSummariesRepo;
  itemResponses: ItemResponsesRepo;
  closings: ItemClosings;
  visits: VisitsRepo;
  visitCounter: VisitCounter;
  searchIndex: SearchIndex;
  /** The same where it is on a server. */
  searchServer: OpenSearchIndex | undefined;
  indexTurns: IndexTurns;
  itemChanges: ItemChangesRepo;
  searchedItems: SearchedItemsRepo;
  /** Keeps the search index up to the items. */
  follower: ItemFollower;
  /** How long a start waits for an embedded index before it takes requests. */
  searchStartWaitMs: number;
  searchNames: SearchNames;
  sellerItems: SellerItemsRepo;
  sellers: Sellers;
  topValues: TopValuesRepo;
  labeledTitles: LabeledTitlesRepo;
  categoryModels: CategoryModelsRepo;
  siteLeaves: SiteLeavesRepo;
  siblingSites: SiblingSites;
  predictors: Predictors;
  categoryFeatures: CategoryFeatureCache;
  scrollIds: ReturnType<typeof scrollIds>;
  /** Where what items refer to is. */
  links: Links;
  unowned: UnownedObjectsRepo;
  objectKeys: ObjectKeys;
  store: ObjectStore;
  imageCheck: ImageCheck;
  uploadForms: UploadForms;
  /** Longest time to store a picture. */
  uploadTimeoutMs: number;
  /** The disk that uploads are written to. */
  uploadDisk: DiskReserve;
  sweepIntervalMs: number;
  internalSecret: string;
  telemetry: Telemetry;
  /** Changes of what the gateway may cache. */
  changes: Changes;
  /** Deletes Idempotency-Keys that are over a day old. */
  purge(): Promise<unknown>;
  close(): Promise<void>;
}

/** What a process provides; tests also provide a store. */
export interface Parts extends ServiceParts<Clients> {
  store?: ObjectStore;
  /** How long searches do not find what has changed, in milliseconds. */
  searchLagMs?: () => number;
}

/** Opens the catalog's database and builds what works on it; `close` undoes it. */
export async function createDeps(config: Config, parts: Parts): Promise<Deps> {
  const { log, authenticate, clock = machineClock, checks = false } = parts;
  const clients = guardClients(parts.clients);
  const { telemetry = silentTelemetry(), systemClock = machineClock } = parts;
  const db = openCatalogDatabase({
    url: config.databaseUrl,
    before: parts.gates?.database,
    readUrl: config.databaseReadUrl,
    poolSize: config.databasePoolSize,
    log,
    onRead: telemetry.metrics.replicaRead,
  });
  observePool(db.pool, telemetry);
  telemetry.metrics.watchOutbox(() => outboxLag(db.pool, clock.now()));
  if (db.replicated) telemetry.metrics.watchReplica(() => db.replicaLagSeconds());
  const outbox = createOutbox(db);
  const idempotency = idempotencyStore(db, clock);
  const tree = createTreeRepo(db);
  const categories = createCategoriesRepo(db);
  const dumps = createTreeDumpsRepo(db, telemetry.metrics);
  const changes = openChanges(directUrlOf(config), log);
  const visits = createVisitsRepo(db);
  const links = { webUrl: config.webUrl, publicUrl: config.publicUrl };
  const pictures = pictureParts(db, config, parts);
  const search = searchParts(db, await openSearchIndex(config, db), {
    log,
    systemClock,
    telemetry,
    lagMs: parts.searchLagMs,
  });
  return {
    conventions: {
      authenticate,
      log,
      jsonp: config.jsonp,
      idempotency,
      checks,
      telemetry,
      disk: databaseDiskReserve(config, parts),
      writing: (callerId, work) => db.recordWrite(callerId, work),
    },
    log,
    clock,
    systemClock,
    clients,
    db,
    telemetry,
    changes,
    categories,
    knownCategories: createKnownCategories({
      categories,
      dumps,
      clock: systemClock,
      metrics: telemetry.metrics,
    }),
    counts: createCategoryCountsRepo(db, { clock: systemClock, metrics: telemetry.metrics }),
    tree,
    branches: createBranchesRepo(db, tree),
    dumps,
    dumpBuilds: createSingleFlight(),
    snapshots: createTreeSnapshotsRepo(db),
    items: createItemsRepo(db, outbox),
    variationIds: createVariationIds(db),
    outbox,
    itemSummaries: createItemSummariesRepo(db),
    sellerItems: createSellerItemsRepo(db),
    itemResponses: createItemResponsesRepo(db, { links, metrics: telemetry.metrics }),
    visits,
    visitCounter: createVisitCounter({ visits, clock, log }),
    closings: createItemClosings(db, { questions: clients.questions, clock, log }),
    ...search,
    searchNames: createSearchNames({
      categories,
      attributeNames: createAttributeNamesRepo(db),
      treesVersion: () => search.follower.state().trees,
      clock: systemClock,
      metrics: telemetry.metrics,
    }),
    searchStartWaitMs: config.searchStartWaitSeconds * 1_000,
    sellers: createSellers({ identity: clients.identity, clock: systemClock, metrics: telemetry.metrics }),
    topValues: createTopValuesRepo(db),
    ...discoveryParts(db, { log, systemClock, telemetry, learnsFromSiblings: config.predictionSiblings }),
    scrollIds: scrollIds(`scroll ids of ${config.internalSecret}`),
    links,
    ...pictures,
    internalSecret: config.internalSecret,
    purge: () => idempotency.purge(),
    async close() {
      await changes.close();
      await pictures.store.close();
      await search.searchIndex.close();
      await db.close();
    },
  };
}

/** LISTEN needs the server itself, because a pooler does not forward notifications. */
const directUrlOf = ({ databaseUrl, databaseDirectUrl }: Config): string | undefined =>
  databaseDirectUrl ?? (addressOf(databaseUrl).pooled ? undefined : databaseUrl);

interface Surroundings {
  log: Logger;
  systemClock: SystemClock;
  telemetry: Telemetry;
}

interface DiscoverySurroundings extends Surroundings {
  learnsFromSiblings: boolean;
}

function pictureParts(db: CatalogDatabase, config: Config, parts: Parts) {
  const { telemetry = silentTelemetry() } = parts;
  const opened = parts.store ?? lazyStore(() => openObjectStore(config.store));
  const unowned = createUnownedObjectsRepo(db);
  return {
    pictures: createPicturesRepo(db),
    unowned,
    store: observedStore(gatedStore(opened, parts.gates?.objectStore), config.store.driver, telemetry),
    objectKeys: createObjectKeys({
      prefix: "pictures/",
      unowned,
      sweepGraceMs: config.sweepGraceSeconds * 1_000,
      systemClock: parts.systemClock,
    }),
    imageCheck: createImageCheck(),
    uploadForms: createUploadForms(),
    uploadTimeoutMs: config.uploadTimeoutSeconds * 1_000,
    uploadDisk: uploadDisk(config, parts),
    sweepIntervalMs: config.sweepIntervalSeconds * 1_000,
  };
}

interface SearchSurroundings extends Surroundings {
  lagMs: Parts["searchLagMs"];
}

function searchParts(db: CatalogDatabase, opened: OpenedSearchIndex, around: SearchSurroundings) {
  const { log, systemClock, telemetry, lagMs } = around;
  const { turns: indexTurns, onServer: searchServer } = opened;
  const searchIndex = observedMethods("search", opened.index, telemetry.metrics);
  const itemChanges = createItemChangesRepo(db);
  const searchedItems = createSearchedItemsRepo(db);
  const follower = createItemFollower({
    index: searchIndex,
    turns: indexTurns,
    changes: fingerprintedChanges(indexingFingerprint(), itemChanges, systemClock),
    items: searchedItems,
    log,
    clock: systemClock,
    lagMs,
  });
  telemetry.metrics.watchSearchIndex(() => ({ items: searchIndex.health().items, ...follower.state() }));
  return { searchIndex, searchServer, indexTurns, itemChanges, searchedItems, follower };
}

function discoveryParts(db: CatalogDatabase, around: DiscoverySurroundings) {
  const { log, systemClock, telemetry, learnsFromSiblings } = around;
  const labeledTitles = createLabeledTitlesRepo(db);
  const categoryModels = createCategoryModelsRepo(db);
  const siteLeaves = createSiteLeavesRepo(db);
  return {
    labeledTitles,
    categoryModels,
    siteLeaves,
    siblingSites: learnsFromSiblings
      ? sitesOfLanguage({ labeledTitles, categoryModels, siteLeaves })
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
