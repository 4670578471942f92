import { createSingleFlight } from "@marketplace/cache";
import type { Conventions, scrollIds } from "@marketplace/conventions";
import { addressOf, idempotencyStore } from "@marketplace/database";
import {
  type CatalogDatabase,
  type DatabaseOptions,
  openCatalogDatabase,
} from "@marketplace/database/catalog";
import { createOutbox, type Outbox } from "@marketplace/events";
import {
  createObjectKeys,
  createUnownedObjectsRepo,
  type ObjectKeys,
  type ObjectStore,
  type UnownedObjectsRepo,
} from "@marketplace/object-store";
import type { SearchIndex } from "@marketplace/search-index";
import type { OpenSearchIndex } from "@marketplace/search-index/opensearch";
import {
  type Clock,
  type DiskReserve,
  databaseDiskReserve,
  type Logger,
  systemClock as machineClock,
  type SystemClock,
} from "@marketplace/server";
import { outboxOf, type SiteDatabases } from "@marketplace/sharding";
import {
  type Metrics,
  observedMethods,
  observePool,
  silentTelemetry,
  type Telemetry,
} from "@marketplace/telemetry";
import { type CategoriesRepo, createCategoriesRepo } from "./categories/categories.repo.ts";
import { type CategoryCountsRepo, createCategoryCountsRepo } from "./categories/category-counts.repo.ts";
import { createKnownCategories, type KnownCategories } from "./categories/known-categories.service.ts";
import { type Changes, openChanges } from "./changes/changes.service.ts";
import type { Config } from "./config.ts";
import { createDiscoveryDeps, type DiscoveryDeps } from "./discovery/deps.ts";
import type { SiblingSites } from "./discovery/sibling-sites.service.ts";
import { fingerprintedChanges } from "./item-index/fingerprinted-changes.service.ts";
import type { IndexTurns } from "./item-index/index-turns.service.ts";
import { indexingFingerprint } from "./item-index/indexing-fingerprint.rules.ts";
import { createItemChangesRepo, type ItemChangesRepo } from "./item-index/item-changes.repo.ts";
import { createItemFollower, type ItemFollower } from "./item-index/item-follower.service.ts";
import type { OpenedSearchIndex } from "./item-index/open-search-index.service.ts";
import { createSearchedItemsRepo, type SearchedItemsRepo } from "./item-index/searched-items.repo.ts";
import { createItemClosings, type ItemClosings } from "./items/item-closings.service.ts";
import { createItemResponsesRepo, type ItemResponsesRepo } from "./items/item-responses.repo.ts";
import { createItemSummariesRepo, type ItemSummariesRepo } from "./items/item-summaries.repo.ts";
import { createItemsRepo, type ItemsRepo } from "./items/items.repo.ts";
import type { ImageCheck } from "./pictures/image-check.service.ts";
import type { Links } from "./pictures/picture-links.rules.ts";
import { createPicturesRepo, type PicturesRepo } from "./pictures/pictures.repo.ts";
import type { UploadForms } from "./pictures/upload-form.service.ts";
import { createAttributeNamesRepo } from "./search/attribute-names.repo.ts";
import { createSearchNames, type SearchNames } from "./search/search-names.service.ts";
import type { Sellers } from "./search/sellers.service.ts";
import { createSellerItemsRepo, type SellerItemsRepo } from "./seller-items/seller-items.repo.ts";
import { type Everywhere, everywhereIs } from "./sharding/everywhere.ts";
import { type Clients, openShared, type Parts, type Shared } from "./shared.service.ts";
import { createTopValuesRepo, type TopValuesRepo } from "./top-values/top-values.repo.ts";
import { type BranchesRepo, createBranchesRepo } from "./tree/branches.repo.ts";
import { createItemDomainsRepo, type ItemDomainsRepo } from "./tree/item-domains.repo.ts";
import { createTreeRepo, type TreeRepo } from "./tree/tree.repo.ts";
import { createTreeDumpsRepo, type TreeDumpsRepo } from "./tree/tree-dumps.repo.ts";
import type { DumpBuilds } from "./tree/tree-dumps.service.ts";
import { createTreeSnapshotsRepo, type TreeSnapshotsRepo } from "./tree/tree-snapshots.repo.ts";
import { createVariationIdsRepo, type VariationIdsRepo } from "./variations/variation-ids.repo.ts";
import { createVisitCounter, type VisitCounter } from "./visits/visit-counter.service.ts";
import { createVisitsRepo, type VisitsRepo } from "./visits/visits.repo.ts";

export interface Deps extends DiscoveryDeps {
  conventions: Conventions;
  log: Logger;
  clock: Clock;
  systemClock: SystemClock;
  clients: Clients;
  db: CatalogDatabase;
  /** Sites with databases of their own; these are the dependencies on the home database then. */
  sites?: SiteDatabases<Deps> | undefined;
  /** Reads that are about no single database. */
  everywhere: Everywhere;
  categories: CategoriesRepo;
  knownCategories: KnownCategories;
  counts: CategoryCountsRepo;
  tree: TreeRepo;
  itemDomains: ItemDomainsRepo;
  branches: BranchesRepo;
  dumps: TreeDumpsRepo;
  dumpBuilds: DumpBuilds;
  snapshots: TreeSnapshotsRepo;
  items: ItemsRepo;
  variationIds: VariationIdsRepo;
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
  sweepGraceMs: number;
  internalSecret: string;
  telemetry: Telemetry;
  /** Changes of what the gateway may cache. */
  changes: Changes;
  /** Deletes Idempotency-Keys that are over a day old. */
  purge(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens the catalog's database and builds what works on it; `close` undoes it. */
export async function createDeps(config: Config, parts: Parts): Promise<Deps> {
  const home = openHome(config, parts, await openShared(config, parts));
  watchIndices(home.telemetry, () => [home]);
  return home;
}

/** The dependencies on the database of DATABASE_URL. */
export function openHome(config: Config, parts: Parts, shared: Shared, siblings?: SiblingSites): Deps {
  const { telemetry = silentTelemetry() } = parts;
  const home = openDeps(config, parts, {
    shared,
    siblings,
    url: config.databaseUrl,
    directUrl: directUrlOf(config),
    before: parts.gates?.database,
    readUrl: config.databaseReadUrl,
    onRead: telemetry.metrics.replicaRead,
  });
  observePool(home.db.pool, telemetry);
  telemetry.metrics.watchOutbox(() => outboxOf(home));
  if (home.db.replicated) telemetry.metrics.watchReplica(() => home.db.replicaLagSeconds());
  return {
    ...home,
    async close() {
      await home.close();
      await shared.close();
    },
  };
}

/** Tells of the search indices of all databases as of one: items in all, the longest lag. */
export const watchIndices = (
  { metrics }: Telemetry,
  all: () => readonly Pick<Deps, "searchIndex" | "follower">[],
): void =>
  metrics.watchSearchIndex(() => {
    const states = all().map(({ searchIndex, follower }) => ({
      items: searchIndex.health().items,
      ...follower.state(),
    }));
    const sumOf = (of: (state: (typeof states)[number]) => number) =>
      states.reduce((sum, state) => sum + of(state), 0);
    return {
      items: sumOf(({ items }) => items),
      lagSeconds: Math.max(...states.map(({ lagSeconds }) => lagSeconds)),
      builds: sumOf(({ builds }) => builds),
      failedSaves: sumOf(({ failedSaves }) => failedSaves),
    };
  });

interface On extends Pick<DatabaseOptions, "url" | "before" | "readUrl" | "onRead"> {
  /** What all databases of a process have in common. */
  shared: Shared;
  /** For LISTEN; without it no changes are heard of. */
  directUrl: string | undefined;
  /** Whose database it is; home's when absent. */
  siteId?: string;
  /** The sites that a site learns from, where they are in several databases. */
  siblings?: SiblingSites | undefined;
}

/** The dependencies on one database; `close` closes it, and what is of it alone. */
export function openDeps(config: Config, parts: Parts, on: On): Deps {
  const { log, authenticate, clock = machineClock, checks = false } = parts;
  const { telemetry = silentTelemetry(), systemClock = machineClock } = parts;
  const { shared, directUrl, siteId, siblings, ...database } = on;
  const { indices, close: _, ...common } = shared;
  const { clients, links } = common;
  const metrics = siteId === undefined ? telemetry.metrics : withoutEntries(telemetry.metrics);
  const db = openCatalogDatabase({ ...database, poolSize: config.databasePoolSize, log });
  const outbox = createOutbox(db);
  const idempotency = idempotencyStore(db, clock);
  const itemDomains = createItemDomainsRepo(db);
  const tree = createTreeRepo(db, itemDomains);
  const categories = createCategoriesRepo(db);
  const dumps = createTreeDumpsRepo(db, metrics);
  const changes = openChanges(directUrl, log);
  const visits = createVisitsRepo(db);
  const items = createItemsRepo(db, outbox);
  const itemSummaries = createItemSummariesRepo(db);
  const around = { log, systemClock, metrics };
  const { searchLagMs: lagMs, searchTimeoutMs: timeoutMs } = parts;
  const search = searchParts(db, indices.open(db, siteId), { ...around, lagMs, timeoutMs });
  return {
    ...common,
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
    db,
    everywhere: everywhereIs({ items, itemSummaries }),
    telemetry,
    changes,
    categories,
    knownCategories: createKnownCategories({ categories, dumps, clock: systemClock, metrics }),
    counts: createCategoryCountsRepo(db, { clock: systemClock, metrics }),
    tree,
    itemDomains,
    branches: createBranchesRepo(db, tree),
    dumps,
    dumpBuilds: createSingleFlight(),
    snapshots: createTreeSnapshotsRepo(db),
    items,
    variationIds: createVariationIdsRepo(db),
    outbox,
    itemSummaries,
    sellerItems: createSellerItemsRepo(db),
    itemResponses: createItemResponsesRepo(db, { links, metrics }),
    visits,
    visitCounter: createVisitCounter({ visits, clock, log }),
    closings: createItemClosings(db, { questions: clients.questions, clock, log }),
    ...search,
    searchNames: createSearchNames({
      categories,
      attributeNames: createAttributeNamesRepo(db),
      treesVersion: () => search.follower.state().trees,
      clock: systemClock,
      metrics,
    }),
    searchStartWaitMs: config.searchStartWaitSeconds * 1_000,
    topValues: createTopValuesRepo(db),
    ...createDiscoveryDeps({ ...around, db, learnsFromSiblings: config.predictionSiblings, siblings }),
    ...pictureParts(db, config, parts),
    purge: () => idempotency.purge(),
    async close() {
      await changes.close();
      await db.close();
    },
  };
}

/** Of a cache in each database, hits and misses are counted together; how much is in them is home's. */
const withoutEntries = (metrics: Metrics): Metrics => ({
  ...metrics,
  cache: (name) => ({ ...metrics.cache(name), watchEntries() {} }),
});

/** LISTEN needs the server itself, because a pooler does not forward notifications. */
const directUrlOf = ({ databaseUrl, databaseDirectUrl }: Config): string | undefined =>
  databaseDirectUrl ?? (addressOf(databaseUrl).pooled ? undefined : databaseUrl);

function pictureParts(db: CatalogDatabase, config: Config, { systemClock }: Parts) {
  const unowned = createUnownedObjectsRepo(db);
  const sweepGraceMs = config.sweepGraceSeconds * 1_000;
  return {
    pictures: createPicturesRepo(db),
    unowned,
    objectKeys: createObjectKeys({ prefix: "pictures/", unowned, sweepGraceMs, systemClock }),
    sweepIntervalMs: config.sweepIntervalSeconds * 1_000,
    sweepGraceMs,
  };
}

interface SearchSurroundings {
  log: Logger;
  systemClock: SystemClock;
  metrics: Metrics;
  lagMs: Parts["searchLagMs"];
  timeoutMs: number | undefined;
}

function searchParts(db: CatalogDatabase, opened: OpenedSearchIndex, around: SearchSurroundings) {
  const { log, systemClock, metrics, lagMs, timeoutMs } = around;
  const { turns: indexTurns, onServer: searchServer } = opened;
  const searchIndex = observedMethods("search", opened.index, metrics);
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
    ownChangesTimeoutMs: timeoutMs,
  });
  return { searchIndex, searchServer, indexTurns, itemChanges, searchedItems, follower };
}
