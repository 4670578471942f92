import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CatalogRpc, FlexRpc, IdentityRpc } from "@marketplace/contracts";
import type { ShardUrls } from "@marketplace/database";
import { type ObjectStore, openFileStore } from "@marketplace/object-store";
import type { Telemetry } from "@marketplace/telemetry";
import {
  acceptingGateway,
  asCaller,
  fakeClock,
  itemSummary,
  startApp,
  testParts,
  userProfile,
} from "@marketplace/testkit";
import { recordedEvents, smallPool, testDatabase } from "@marketplace/testkit/postgres";
import { afterAll } from "vitest";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import type { Clients } from "./deps.ts";
import { newPayment } from "./orders/new-orders.rules.ts";
import type { NewOrder } from "./orders/order-record.schema.ts";
import { purchaseDefaults } from "./orders/purchases.schema.ts";
import { createShardedDeps } from "./sharding/sharded-deps.ts";

/** The users of the tests. */
export const ids = {
  seller: 3_000_000_001,
  otherSeller: 3_000_000_002,
  buyer: 3_000_000_003,
  silent: 3_000_000_006,
} as const;
export const seller = asCaller({ userId: ids.seller });
export const buyer = asCaller({ userId: ids.buyer, roles: ["buyer"] });
export const operator = asCaller({ userId: 3_000_000_005, roles: ["operator"] });
/** A seller who may not use messaging. */
export const silentSeller = asCaller({ userId: ids.silent });
export const stranger = asCaller({ userId: 3_000_000_004, roles: ["buyer"] });

const onFlex = { mode: "me2", logistic_type: "self_service", free_shipping: true, tags: ["self_service_in"] };

const toBeAgreed = { mode: "custom", logistic_type: "custom", free_shipping: false, tags: [] };

const variation = (id: number, available_quantity: number) => ({
  id,
  available_quantity,
  attribute_combinations: [{ id: "COLOR", name: "Color", value_id: null, value_name: `Color ${id}` }],
  seller_sku: null,
  seller_custom_field: null,
});

/** The items of the tests, as catalog-service would know them. */
export const freshItems = () => [
  itemSummary("MLA100", { available_quantity: 50 }),
  itemSummary("MLA101", { shipping: onFlex }),
  itemSummary("MLA102", { available_quantity: 1 }),
  itemSummary("MLA103", { status: "paused" }),
  itemSummary("MLA104", {
    available_quantity: 40,
    seller_sku: "sku 104",
    seller_custom_field: "own 104",
    sale_fee: 213.07,
  }),
  itemSummary("MLA105", { available_quantity: 1 }),
  itemSummary("MLA106", {
    available_quantity: 21,
    seller_sku: "sku 106",
    seller_custom_field: "own 106",
    variations: [{ ...variation(1, 20), seller_sku: "sku of 1" }, variation(2, 1)],
  }),
  itemSummary("MLA107", { available_quantity: 20, shipping: toBeAgreed }),
  itemSummary("MLB300", { site_id: "MLB", seller_id: ids.otherSeller }),
  itemSummary("MLA108", { price: 9_999_999_999_999 }),
  itemSummary("MLA109", { price: 0, shipping: toBeAgreed }),
  itemSummary("MLA110", { buying_allowed: false, shipping: toBeAgreed }),
  itemSummary("MLA200", { seller_id: ids.otherSeller }),
];

type StockLine = Parameters<CatalogRpc["takeStock"]>[0]["lines"][number];

/** catalog-service's stock, kept in memory by the same rules: all lines or none, once per key. */
export function fakeCatalog(items = freshItems()) {
  const answers = new Map<string, Awaited<ReturnType<CatalogRpc["takeStock"]>>>();
  const taken = new Map<string, StockLine[]>();
  const itemOf = (id: string) => items.find((candidate) => candidate.id === id);
  const variationOf = (id: string, variationId?: number) =>
    itemOf(id)?.variations?.find((candidate) => candidate.id === variationId);
  const move = ({ item_id, variation_id }: StockLine, quantity: number) => {
    for (const found of [itemOf(item_id), variationOf(item_id, variation_id)])
      if (found) found.available_quantity += quantity;
  };
  const issueOf = ({ item_id, variation_id, quantity }: StockLine) => {
    const found = itemOf(item_id);
    if (!found) return { reason: "not_found" as const };
    if (found.status !== "active") return { reason: "not_active" as const };
    const chosen = variationOf(item_id, variation_id);
    if (found.variations && !chosen) {
      const variation = variation_id === undefined ? ("needed" as const) : ("unknown" as const);
      return { reason: "not_active" as const, variation };
    }
    return (chosen ?? found).available_quantity < quantity ? { reason: "insufficient" as const } : undefined;
  };
  const catalog = {
    items: async ({ ids: wanted }: { ids: string[] }) => items.filter(({ id }) => wanted.includes(id)),
    async takeStock({ purchase_key, lines }: Parameters<CatalogRpc["takeStock"]>[0]) {
      const stored = answers.get(purchase_key);
      if (stored) return stored;
      const faults = lines.flatMap((line) => {
        const issue = issueOf(line);
        const { item_id, variation_id } = line;
        return issue ? [{ item_id, ...(variation_id !== undefined && { variation_id }), ...issue }] : [];
      });
      const sold = lines.map(({ item_id }) => item_id);
      if (faults.length === 0) {
        for (const line of lines) move(line, -line.quantity);
        taken.set(purchase_key, lines);
      }
      const answer =
        faults.length > 0
          ? { taken: false as const, faults }
          : { taken: true as const, items: items.filter(({ id }) => sold.includes(id)) };
      answers.set(purchase_key, answer);
      return answer;
    },
    async returnStock({ purchase_key }: { purchase_key: string }) {
      if (!answers.has(purchase_key)) answers.set(purchase_key, { taken: false, faults: [] });
      const lines = taken.get(purchase_key);
      taken.delete(purchase_key);
      for (const line of lines ?? []) move(line, line.quantity);
      return { returned: lines !== undefined };
    },
    async returnUnits({ return_key, ...line }: Parameters<CatalogRpc["returnUnits"]>[0]) {
      const isFirst = !answers.has(return_key);
      answers.set(return_key, { taken: false, faults: [] });
      if (isFirst) move(line, line.quantity);
      return { returned: isFirst };
    },
  };
  const stockOf = (id: string, variationId?: number) =>
    (variationId === undefined ? itemOf(id) : variationOf(id, variationId))?.available_quantity;
  return { ...catalog, stockOf };
}

interface FakeShipment {
  id: number;
  /** The pack, mode and logistic type whose orders share it. */
  key: string;
  selfService: boolean;
  outcome?: string | undefined;
}

/** flex-service's shipments, by their orders: those of a pack join one that has not left. */
export function fakeFlex() {
  const shipments = new Map<number, FakeShipment>();
  let made = 0;
  return {
    shipments,
    async createShipment(
      order: Parameters<FlexRpc["createShipment"]>[0],
    ): ReturnType<FlexRpc["createShipment"]> {
      const { order_id, order_ids = [order_id], pack_id, self_service: selfService, outcome } = order;
      const key = `${pack_id ?? order_id} ${order.mode} ${order.logistic_type}`;
      const open = [...shipments].find(([id, other]) => other.key === key && !this.left.has(id))?.[1];
      const id = 4_100_000_001 + made;
      const shipment = shipments.get(order_id) ?? open ?? { id, key, selfService, outcome };
      if (shipment.id === id) made += 1;
      for (const each of order_ids) shipments.set(each, shipment);
      return { shipment_id: shipment.id };
    },
    /** Orders whose shipment has left. */
    left: new Set<number>(),
    canceled: [] as number[],
    async cancelShipment({ order_id }: Parameters<FlexRpc["cancelShipment"]>[0]) {
      if (this.left.has(order_id)) return { outcome: "too_late" as const };
      if (!shipments.has(order_id)) return { outcome: "none" as const };
      this.canceled.push(order_id);
      return { outcome: "cancelled" as const };
    },
  };
}

/** What several processes share: databases, files, and the services that they call. */
interface On {
  url: string;
  shards: ShardUrls;
  root: string;
  clients: Partial<Clients>;
}

interface FixtureOptions {
  /** A database of its own when absent. */
  on?: On;
  telemetry?: Telemetry;
  env?: Record<string, string>;
  /** Wraps the store. */
  around?: (store: ObjectStore) => ObjectStore;
}

/** The gateway's users; the buyer is Ana Paz with a document, and one may not use messaging. */
const fakeIdentity = (): Pick<IdentityRpc, "users" | "userIdOf"> => ({
  users: async ({ ids: wanted }) =>
    wanted.map((id) =>
      userProfile(id, {
        messaging_allowed: id !== ids.silent,
        identification: id === ids.buyer ? { type: "DNI", number: "23456789" } : null,
      }),
    ),
  userIdOf: async ({ nickname }) => Number(/^USER ?(\d+)$/i.exec(nickname)?.[1] ?? Number.NaN) || null,
});

/** orders-service on a fresh database, with fake clients and a clock that stands still. */
export async function ordersService(options: FixtureOptions = {}) {
  const { on, telemetry, env = {}, around = (store) => store } = options;
  const clock = fakeClock("2026-03-10T15:00:00.000Z");
  const { db, url } = await testDatabase("orders");
  const catalog = fakeCatalog();
  const flex = fakeFlex();
  const fakes = { identity: fakeIdentity(), catalog, flex, notifications: acceptingGateway };
  const clients = { ...fakes, ...on?.clients };
  const root = on?.root ?? (await mkdtemp(join(tmpdir(), "orders-")));
  const store = around(await openFileStore({ driver: "file", root }));
  const required = { DATABASE_URL: on?.url ?? url, INTERNAL_SECRET: "a secret that only tests know" };
  const config = readConfig({ ...smallPool, ...required, ...env });
  const told = telemetry && { telemetry };
  const parts = { ...testParts(clock), clients, store, ...told };
  const deps = await createShardedDeps(config, parts, on?.shards ?? new Map());
  afterAll(async () => {
    await deps.close();
    await rm(root, { recursive: true, force: true });
  });
  const http = startApp(() => createApp(deps));
  const sale = async (changes: Partial<NewOrder> = {}, { items = 1, packed = true } = {}) => {
    const order: NewOrder = {
      siteId: "MLA",
      sellerId: ids.seller,
      buyerId: ids.buyer,
      itemId: "MLA100",
      variationId: null,
      quantity: 1,
      unitPrice: 100.5,
      currencyId: "ARS",
      logisticType: "drop_off",
      selfService: false,
      createdAt: clock.now(),
      ...changes,
    };
    const orders = await deps.orders.add(Array<NewOrder>(items).fill(order), { packed });
    if ((order.status ?? "paid") === "paid")
      await deps.payments.add(orders.map((each) => newPayment(each, "approved", purchaseDefaults.payment)));
    const [first] = orders;
    if (!first) throw new Error("no order was added");
    return { packId: first.packId ?? first.id, orderId: first.id };
  };
  return { http, clock, db, url, catalog, flex, sale, recordedEvents: () => recordedEvents(db), deps };
}
