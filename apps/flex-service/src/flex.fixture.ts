import type { ItemSummary, MarketplaceEvent, UserProfile } from "@marketplace/contracts";
import type { ShardUrls } from "@marketplace/database";
import {
  asCaller,
  fakeClock,
  itemSummary,
  callers as standardCallers,
  startApp,
  testParts,
  userProfile,
} from "@marketplace/testkit";
import { recordedEvents, smallPool, testDatabase } from "@marketplace/testkit/postgres";
import { afterAll } from "vitest";
import { palermo } from "./configuration/state.fixture.ts";
import { type Clients, createApp, readConfig, seedDemo } from "./index.ts";
import { createShardedDeps } from "./sharding/sharded-deps.ts";

/** The standard callers, and sellers whom a rule keeps from something. */
export const callers = {
  ...standardCallers,
  moderated: asCaller({ userId: 1_000_000_005 }),
  intervened: asCaller({ userId: 1_000_000_006 }),
  brazilian: asCaller({ userId: 1_000_000_007, siteId: "MLB" }),
  newcomer: asCaller({ userId: 1_000_000_008 }),
  patagonian: asCaller({ userId: 1_000_000_009 }),
  homeless: asCaller({ userId: 1_000_000_010 }),
  uruguayanSite: asCaller({ userId: 1_000_000_011, siteId: "MLV" }),
} as const;

export const sellerId = 1_000_000_001;

const inPalermo = {
  id: 1_300_000_001,
  address_line: "Avenida Santa Fe 3500",
  zip_code: "1425",
  city: { id: "TUxBQlBBTDI1MTVa", name: "Palermo" },
  ...palermo,
};
const inSaoPaulo = {
  id: 1_300_000_900,
  address_line: "Rua dos Pinheiros 870",
  zip_code: "05422-001",
  city: { id: "BR-SP-44", name: "São Paulo" },
  latitude: -23.5654,
  longitude: -46.6836,
};
const inUshuaia = { ...inSaoPaulo, id: 1_300_000_901, latitude: -54.8, longitude: -68.3 };

const profile = (id: number, changes: Partial<UserProfile> = {}) =>
  userProfile(id, { address: inPalermo, ...changes });

const users: readonly UserProfile[] = [
  ...[1, 2, 3, 4, 8].map((n) => profile(1_000_000_000 + n)),
  profile(1_000_000_005, { moderated: true }),
  profile(1_000_000_006, { intervened: true }),
  profile(1_000_000_007, { site_id: "MLB", address: inSaoPaulo }),
  profile(1_000_000_009, { address: inUshuaia, reputation_level: "2_orange" }),
  profile(1_000_000_010, { address: null, reputation_level: null }),
  profile(1_000_000_011, { site_id: "MLV" }),
];

export const itemOf = (
  id: string,
  changes: Partial<ItemSummary> = {},
  tags = ["self_service_available"],
): ItemSummary => {
  const shipping = { mode: "me2", logistic_type: "drop_off", free_shipping: false, tags };
  return itemSummary(id, { seller_id: sellerId, category_id: "MLA1000", shipping, ...changes });
};

const preferences: Record<string, { types: string[]; optInOnly: boolean }> = {
  MLA1000: { types: ["drop_off", "self_service"], optInOnly: false },
  MLA2000: { types: ["drop_off"], optInOnly: false },
  MLA3000: { types: [], optInOnly: true },
};

/** The catalog, as far as Flex asks it, over items in memory. */
function fakeCatalog() {
  const state = {
    items: new Map<string, ItemSummary>(),
    /** Sellers without an active ME2 listing. */
    unlisted: new Set<number>(),
    /** Fails every call with an unexpected error. */
    broken: false,
  };
  const items = () => {
    if (state.broken) throw new TypeError("SELECT secret FROM items");
    return state.items;
  };
  const rpc: Clients["catalog"] = {
    items: async ({ ids }) => [...items().values()].filter(({ id }) => ids.includes(id)),
    sites: async () => [
      {
        id: "MLA",
        name: "Argentina",
        country_id: "AR",
        default_currency_id: "ARS",
        language: "es",
        time_zone: "America/Argentina/Buenos_Aires",
      },
    ],
    hasActiveMe2Listing: async ({ seller_id }) => !state.unlisted.has(seller_id),
    async shippingPreferences({ category_id }) {
      const found = preferences[category_id];
      if (!found) return null;
      const logistics = [{ types: found.types, mode: "me2" }];
      return { category_id, logistics, flex_opt_in_only: found.optInOnly };
    },
    async setFlex({ item_id, on }) {
      const item = items().get(item_id);
      if (!item) return { outcome: "not_found" };
      const { tags } = item.shipping;
      if (!tags.includes("self_service_available")) return { outcome: "not_offered" };
      if (tags.includes("self_service_in") === on) return { outcome: "unchanged" };
      const others = tags.filter((tag) => !["self_service_in", "self_service_out"].includes(tag));
      item.shipping.tags = [...others, on ? "self_service_in" : "self_service_out"];
      return { outcome: "changed" };
    },
  };
  return Object.assign(state, { rpc });
}

const demoUsers = {
  seller_mla: 1,
  seller2_mla: 2,
  buyer_mla: 3,
  seller_moderated_mla: 5,
  seller_mlb: 7,
};
const entry = ([name, n]: [string, number]) =>
  [name, { id: 1_000_000_000 + n, nickname: name, site_id: "MLA" }] as const;

/** An order of the seller's that is known to orders-service alone. */
export const orderWithoutShipment = 5_999_999_999;

/** Where the service works: on a database of its own, or on the given ones. */
interface On {
  url: string;
  shards: ShardUrls;
}

/** The service without data, with fakes of the other services; call it at the top of a test file. */
export async function emptyFlexService(on?: On) {
  const { url, db } = await testDatabase("flex");
  const clock = fakeClock();
  const catalog = fakeCatalog();
  const published: MarketplaceEvent[] = [];
  /** Orders-service, as far as it is told of shipments. */
  const orders = { told: [] as Parameters<Clients["orders"]["shipmentMoved"]>[0][], away: false };
  const clients: Clients = {
    catalog: catalog.rpc,
    identity: { users: async ({ ids }) => users.filter(({ id }) => ids.includes(id)) },
    orders: {
      // An order without a pack, which has no shipment.
      pack: async ({ pack_id }) =>
        pack_id === orderWithoutShipment
          ? {
              id: pack_id,
              site_id: "MLA",
              seller_id: 1_000_000_001,
              buyer_id: 1_000_000_003,
              fulfillment: false,
              order_in_pack: false,
            }
          : null,
      async shipmentMoved(state) {
        if (orders.away) throw new Error("orders-service does not answer");
        orders.told.push(state);
        return {};
      },
      payments: async ({ order_ids }) =>
        order_ids.map((id) => ({
          payment_id: id + 1,
          user_id: 1_000_000_003,
          amount: 6200.2,
          status: "approved",
        })),
    },
    notifications: {
      async publish({ events }) {
        published.push(...events);
        return { accepted: events.length };
      },
    },
  };
  const config = readConfig({
    ...smallPool,
    DATABASE_URL: on?.url ?? url,
    INTERNAL_SECRET: "known to these tests",
  });
  const deps = await createShardedDeps(config, { ...testParts(clock), clients }, on?.shards ?? new Map());
  afterAll(() => deps.close());
  return {
    http: startApp(() => createApp(deps)),
    clock,
    catalog,
    /** What the gateway was handed. */
    published,
    orders,
    deps,
    /** What was recorded for the gateway so far. */
    events: () => recordedEvents(db),
  };
}

/** The service over a database of its own with the demo's data; call it at the top of a test file. */
export async function flexService() {
  const service = await emptyFlexService();
  const world = {
    users: Object.fromEntries(Object.entries(demoUsers).map(entry)),
    now: service.clock.now(),
  };
  const { fixtures } = await seedDemo(service.deps, world);
  for (const id of ["MLA1400000001", "MLA1400000002"]) service.catalog.items.set(id, itemOf(id));
  return {
    ...service,
    /** The id of a service or shipment of the demo. */
    id: (name: string) => Number(fixtures[name]),
    zoneIds: () => [fixtures.zone_ids ?? []].flat().map(String),
  };
}

/** Paths of a seller's Flex. */
export const pathsOf = (userId: number | string, siteId = "MLA") => {
  const user = `/shipping/flex/sites/${siteId}/users/${userId}`;
  return {
    subscriptions: `${user}/subscriptions/v1`,
    status: (service: number) => `${user}/subscriptions/${service}/v1`,
    delivery: (service: number | string) => `${user}/services/${service}/configuration/delivery/custom/v3`,
    coverage: (service: number | string) => `${user}/services/${service}/configuration/coverage/zone/v3`,
    configuration: `/shipping/flex/sites/${siteId}/configuration/v3`,
  };
};

/** A delivery body with one range on weekdays. */
export const deliveryOf = (from = 14, to = 21, cutoff = 13) => ({
  delivery_window: "same_day",
  delivery_ranges: { week: [{ from, to, cutoff, capacity: 40 }] },
});
