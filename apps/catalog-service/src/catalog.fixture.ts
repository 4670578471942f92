import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MarketplaceEvent, UserProfile } from "@marketplace/contracts";
import type { ShardUrls } from "@marketplace/database";
import { inEach } from "@marketplace/sharding";
import { asCaller, callers, fakeClock, startApp, testParts } from "@marketplace/testkit";
import { asAnotherRequest, smallPool, testDatabase } from "@marketplace/testkit/postgres";
import { afterAll, beforeAll } from "vitest";
import type { CategoryNode } from "./categories/categories.schema.ts";
import { demoCategories } from "./demo/categories.ts";
import type { DemoSiteId } from "./demo/sites.ts";
import { createApp, createShardedDeps, type Deps, readConfig, whereSiteIs } from "./index.ts";
import { pausedBySeller } from "./items/item-status.rules.ts";
import { insertItems } from "./items/items.repo.ts";
import type { NewItem } from "./items/items.schema.ts";
import { loadTree } from "./tree/load-tree.service.ts";

/** The leaves of the test trees: ordinary, vehicles, no Flex, Flex by opt-in only, and one more. */
const domains = ["CELLPHONES", "CARS_AND_VANS", "REFRIGERATORS", "FLAMMABLE_SOLVENTS", "NOTEBOOKS"];

const trees = new Map<DemoSiteId, CategoryNode[]>();

/** A part of a site's demo tree: the leaves above with their ancestors. */
export function smallTree(site: DemoSiteId): CategoryNode[] {
  const tree = trees.get(site) ?? cut(site);
  trees.set(site, tree);
  return tree;
}

function cut(site: DemoSiteId): CategoryNode[] {
  const nodes = demoCategories(site);
  const leaves = nodes.filter(({ domainId }) => domains.some((domain) => domainId === `${site}-${domain}`));
  const kept = new Set(leaves.flatMap(({ path }) => path));
  return nodes.filter(({ id }) => kept.has(id));
}

/** The leaf of a domain: `leafOf("MLA-CELLPHONES")`. */
export function leafOf(domainId: string): CategoryNode {
  // Only demo sites have domains.
  const site = domainId.slice(0, 3) as DemoSiteId;
  const leaf = smallTree(site).find((node) => node.domainId === domainId);
  if (!leaf) throw new Error(`the small tree has no ${domainId}`);
  return leaf;
}

const sellerId = callers.seller.kind === "caller" ? callers.seller.caller.userId : 0;

/** An ordinary phone of the standard seller. */
export function phone(overrides: Partial<NewItem> = {}): NewItem {
  const category = leafOf(overrides.domainId ?? "MLA-CELLPHONES");
  const { lastUpdated = new Date("2026-03-01T12:00:00.000Z") } = overrides;
  return {
    siteId: category.siteId,
    sellerId,
    categoryId: category.id,
    domainId: category.domainId,
    title: "Samsung Galaxy A54 128 GB negro",
    price: 100_000,
    currencyId: category.settings.currencies.at(-1) ?? "ARS",
    initialQuantity: 10,
    availableQuantity: 10,
    soldQuantity: 0,
    buyingMode: "buy_it_now",
    listingTypeId: "gold_special",
    condition: "new",
    pictures: [{ id: "p1", url: "http://img.example/1.jpg" }],
    attributes: [],
    variations: [],
    saleTerms: [],
    sellerCustomField: null,
    otherFields: {},
    description: "Con garantía",
    videoId: null,
    shippingMode: "me2",
    logisticType: "drop_off",
    freeShipping: false,
    localPickUp: false,
    shippingTags: ["self_service_available", "self_service_out"],
    status: "active",
    subStatus: overrides.status === "paused" ? [pausedBySeller] : [],
    closedAt: overrides.status === "closed" ? lastUpdated : null,
    parentItemId: null,
    dateCreated: new Date("2026-03-01T12:00:00.000Z"),
    lastUpdated,
    ...overrides,
  };
}

/** The body of an ordinary new item, for `POST /items`. */
export const itemBody = (title: string, category_id: string) => ({
  title,
  category_id,
  price: 10,
  currency_id: "ARS",
  available_quantity: 1,
  condition: "new",
  pictures: [{ source: "http://img.example/1.jpg" }],
  attributes: [
    { id: "BRAND", value_name: "Samsung" },
    { id: "MODEL", value_name: "Un modelo propio" },
  ],
});

/** A seller of Brazil. */
export const brazilianId = 1_000_000_007;

/** A seller of Buenos Aires, or of Brazil by the site alone, whose nickname has their id. */
const sellerProfile = (id: number): UserProfile => ({
  id,
  nickname: `SELLER${id}`,
  site_id: id === brazilianId ? "MLB" : "MLA",
  country_id: "AR",
  email: "",
  phone: { area_code: "", number: "" },
  first_name: "",
  last_name: "",
  address: {
    id: 1,
    address_line: "Honduras 4830",
    city: { id: "TUxBQ0NBUGZlZG1sYQ", name: "Capital Federal" },
    state: { id: "AR-C", name: "Capital Federal" },
    zip_code: "1414",
    latitude: -34.5,
    longitude: -58.4,
  },
  reputation_level: "5_green",
  roles: ["seller"],
  moderated: false,
  intervened: false,
  messaging_allowed: true,
  permalink: `https://www.marketplace.example/profile/SELLER${id}`,
  registered_at: "2025-01-02T03:04:05.000Z",
});

/** The index of a test file, as SEARCH_DRIVER says: in the process, or on the server of the tests. */
function searchSettings(): Record<string, string | undefined> {
  const { SEARCH_DRIVER, OPENSEARCH_URL } = process.env;
  if (SEARCH_DRIVER !== "opensearch") return {};
  const OPENSEARCH_PREFIX = `test-${randomUUID().slice(0, 8)}`;
  afterAll(() => fetch(`${OPENSEARCH_URL}/${OPENSEARCH_PREFIX}-*`, { method: "DELETE" }));
  return { SEARCH_DRIVER, OPENSEARCH_URL, OPENSEARCH_PREFIX, OPENSEARCH_REPLICAS: "0" };
}

const withPatience = (deps: Deps): Deps => ({
  ...deps,
  follower: {
    ...deps.follower,
    async upToDate(callerId) {
      await deps.follower.catchUp();
      await deps.follower.upToDate(callerId);
    },
  },
});

interface CatalogOptions {
  url?: string;
  readUrl?: string;
  /** The databases of sites. */
  shards?: ShardUrls;
  /** Whether its search index is built. */
  built?: boolean;
  /** Sites that get their small trees. */
  trees?: readonly DemoSiteId[];
  /** More settings of the service. */
  settings?: Record<string, string>;
  /** Searches wait for a server as long as it takes: for tests of what they find, not of when. */
  patient?: boolean;
}

/** A catalog with small trees of MLA and MLB; call it at the top level of a test file. */
export async function startCatalog({ patient = true, ...on }: CatalogOptions = {}) {
  const { url, directUrl, db } = await testDatabase("catalog");
  const clock = fakeClock("2026-03-10T15:00:00.000Z");
  const dataDir = mkdtempSync(join(tmpdir(), "catalog-"));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const closed: string[] = [];
  const published: MarketplaceEvent[] = [];
  const askedUsers: number[][] = [];
  const questions = { down: false };
  const moderated = new Set<number>();
  const config = readConfig({
    ...smallPool,
    DATABASE_URL: on.url ?? url,
    DATABASE_READ_URL: on.readUrl,
    DATABASE_DIRECT_URL: on.url ?? directUrl,
    INTERNAL_SECRET: "a secret for these tests",
    DATA_DIR: dataDir,
    PUBLIC_URL: "http://api.example",
    ...searchSettings(),
    ...on.settings,
  });
  const open = async ({ built = true } = {}) => {
    const parts = {
      ...testParts(clock),
      // A search server on a busy machine may take longer than production waits for it.
      searchTimeoutMs: config.searchDriver === "opensearch" ? 60_000 : undefined,
      clients: {
        identity: {
          async users({ ids }: { ids: number[] }) {
            askedUsers.push(ids);
            return ids
              .filter((id) => id < 4_900_000_000)
              .map((id) => ({ ...sellerProfile(id), moderated: moderated.has(id) }));
          },
          async userIdOf({ nickname }: { nickname: string }) {
            const id = /^SELLER(\d+)$/i.exec(nickname)?.[1];
            return id === undefined ? null : Number(id);
          },
        },
        notifications: {
          async publish({ events }: { events: MarketplaceEvent[] }) {
            published.push(...events);
            return { accepted: events.length };
          },
        },
        questions: {
          async itemClosed({ item_id }: { item_id: string }) {
            if (questions.down) throw new Error("questions-service is down");
            closed.push(item_id);
            return { closed: 1 };
          },
        },
      },
    };
    const opened = await createShardedDeps(config, parts, on.shards ?? new Map());
    if (built) await inEach(opened, ({ follower }) => follower.catchUp());
    return opened.searchServer && patient ? withPatience(opened) : opened;
  };
  const deps = await open({ built: on.built ?? true });
  /** Another process on the same database; call it at the top level of a test file. */
  const replica = async (options?: { built: boolean }) => {
    const other = await open(options);
    afterAll(() => other.close());
    return other;
  };
  beforeAll(async () => {
    for (const site of on.trees ?? (["MLA", "MLB"] as const))
      await whereSiteIs(deps, site, (of) => loadTree(site, smallTree(site), of));
  });
  let closing: Promise<void> | undefined;
  const stop = () => {
    closing ??= deps.close();
    return closing;
  };
  afterAll(stop);
  const waiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  /** Whether a session waits for a lock; uses a connection of the test: the service may have none left. */
  const someoneWaits = async () =>
    (await asAnotherRequest(() => (on.url ? deps.db : db).pool.query(waiting))).rows.length > 0;
  const taken = "DELETE FROM outbox_events RETURNING position, topic, resource, user_id";
  /** Takes the events out of the outbox: topic, resource and seller, oldest first. */
  const takeEvents = async () => {
    const rows = await db.query<{ position: number; topic: string; resource: string; user_id: number }>(
      taken,
    );
    return rows.toSorted((a, b) => a.position - b.position).map(({ position: _, ...event }) => event);
  };
  const list = (...items: NewItem[]) => insertItems(db, items);
  const listPhone = async (overrides?: Partial<NewItem>) => {
    const [id] = await list(phone(overrides));
    if (id === undefined) throw new Error("insertItems answers one id per item");
    return id;
  };
  return {
    http: startApp(() => createApp(deps)),
    /** The URL of its database. */
    url: on.url ?? url,
    clock,
    deps,
    /** Items whose questions were closed, in the order of the calls. */
    closed,
    /** Events that were handed to the gateway. */
    published,
    /** Ids of users that the gateway was asked for, call by call. */
    askedUsers,
    /** Users under moderation. */
    moderated,
    /** Makes questions-service unreachable, or reachable again. */
    questions,
    replica,
    /** Ends it before the tests do. */
    stop,
    someoneWaits,
    takeEvents,
    list,
    listPhone,
  };
}

/** The standard seller, of another site. */
export const brazilian = asCaller({ siteId: "MLB" });
