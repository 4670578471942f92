import type { ItemSummary } from "@marketplace/contracts";
import { seedConversation } from "./demo/conversation.service.ts";
import { type PastName, seedHistory } from "./demo/history.service.ts";
import type { StoreShipments } from "./demo/past-shipments.rules.ts";
import type { Deps } from "./deps.ts";
import { newPayment } from "./orders/new-orders.rules.ts";
import type { NewOrder, Order } from "./orders/order-record.schema.ts";
import { purchaseDefaults } from "./orders/purchases.schema.ts";
import { createShipmentFor } from "./orders/shipments.service.ts";
import { snapshotOf } from "./orders/snapshot.rules.ts";

/** What earlier seeds created, by the names of `sandbox.json`. */
export interface SeedWorld {
  users: Readonly<Record<string, { id: number }>>;
  applications?: Readonly<Record<string, { id: number }>>;
  items?: Readonly<Partial<Record<string, string>>>;
  /** Items that have sold something, and who bought; see `History`. */
  sold?: readonly { id: string; units: number }[];
  buyers?: Readonly<Record<string, readonly number[]>>;
  now: Date;
  /** Stores the shipments of past orders in flex-service. */
  storeShipments: StoreShipments;
}

interface Sale {
  seller: string;
  buyer: string;
  items: readonly string[];
  /** Whether it is a pack even with one order. */
  packed?: boolean;
  logisticType?: string;
}

const inMla = { seller: "seller_mla", buyer: "buyer_mla" };

/** The sales that `sandbox.json` names (decisions 8.2). */
const sales = {
  pack_empty: { ...inMla, items: ["item_active", "item_active_2"] },
  pack_empty_2: { ...inMla, items: ["item_active_2"], packed: true },
  pack_with_pdf: { ...inMla, items: ["item_active", "item_flex_on"] },
  pack_no_messaging: {
    seller: "no_messaging_mla",
    buyer: "buyer_mla",
    items: ["item_no_messaging"],
    packed: true,
  },
  pack_seller2: { seller: "seller2_mla", buyer: "buyer_mla", items: ["item_seller2"], packed: true },
  pack_mlb: { seller: "seller_mlb", buyer: "buyer_mlb", items: ["item_mlb"], packed: true },
  pack_mlc_full: {
    seller: "seller_mlc",
    buyer: "buyer_mlc",
    items: ["item_mlc"],
    packed: true,
    logisticType: "fulfillment",
  },
  pack_with_messages: { ...inMla, items: ["item_active"], packed: true },
  order_without_pack: { ...inMla, items: ["item_active"] },
  order_paid: { ...inMla, items: ["item_active"] },
} as const satisfies Record<string, Sale>;

type SaleName = keyof typeof sales;
const saleNames = Object.keys(sales) as SaleName[];

/** Ids of packs and orders, by the names of `sandbox.json`. */
type Fixtures = Record<SaleName | PastName | "order_in_pack", number>;

/** Fills an empty database with the sales of the demo. */
export async function seedDemo(deps: Deps, world: SeedWorld): Promise<{ fixtures: Fixtures }> {
  const items = await deps.catalog.items({
    ids: [...new Set(Object.values(world.items ?? {}))].filter(isText),
  });
  const made = await deps.transaction(async () => {
    const entries: [SaleName, Order[]][] = [];
    for (const name of saleNames) entries.push([name, await addSale(deps, sales[name], { world, items })]);
    return entries;
  });
  // Without events: the demo is what was there before anybody subscribed.
  for (const order of made.flatMap(([, orders]) => orders)) {
    const shipmentId = await createShipmentFor(deps, [order]);
    await deps.orders.setShipment({ ids: [order.id], shipmentId, now: order.lastUpdated }, []);
  }
  const [withMessages] = made.find(([name]) => name === "pack_with_messages")?.[1] ?? [];
  const applicationId = world.applications?.default?.id ?? 0;
  if (withMessages)
    await seedConversation(
      deps,
      { ...withMessages, id: idOf([withMessages]) },
      { now: world.now, applicationId },
    );
  // One entry per sale.
  const fixtures = Object.fromEntries(made.map(([name, orders]) => [name, idOf(orders)])) as Record<
    SaleName,
    number
  >;
  const [inPack] = made.find(([name]) => name === "pack_empty")?.[1] ?? [];
  const past = await seedPast(deps, { world, items });
  return { fixtures: { ...fixtures, ...past, order_in_pack: inPack?.id ?? 0 } };
}

function seedPast(deps: Deps, { world, items }: Stage) {
  const { sold = [], buyers = {}, now, storeShipments } = world;
  const item = items.find(({ id }) => id === world.items?.item_active);
  const buyerId = world.users.buyer_mla?.id;
  if (!item || buyerId === undefined) throw new Error("the demo has no item_active, or no buyer_mla");
  return seedHistory(deps, { sold, buyers, now, storeShipments }, { item, buyerId });
}

const isText = (text: string | undefined): text is string => text !== undefined;
const idOf = ([order]: readonly Order[]): number => order?.packId ?? order?.id ?? 0;

interface Stage {
  world: SeedWorld;
  items: readonly ItemSummary[];
}

async function addSale(deps: Deps, sale: Sale, { world, items }: Stage): Promise<Order[]> {
  const user = (name: string): number => {
    const found = world.users[name];
    if (!found) throw new Error(`the demo has no user ${name}`);
    return found.id;
  };
  const orders = sale.items.map((name): NewOrder => {
    const item = items.find(({ id }) => id === world.items?.[name]);
    if (!item) throw new Error(`the demo has no ${name}`);
    return {
      ...snapshotOf(item, null),
      siteId: item.site_id,
      sellerId: user(sale.seller),
      buyerId: user(sale.buyer),
      itemId: item.id,
      variationId: null,
      quantity: 1,
      unitPrice: item.price,
      currencyId: item.currency_id,
      logisticType: sale.logisticType ?? item.shipping.logistic_type,
      selfService: item.shipping.tags.includes("self_service_in"),
      // The demo's shipments stay where they are until somebody moves them.
      shippingOutcome: "manual",
      createdAt: new Date(world.now.getTime() - 86_400_000),
    };
  });
  const added = await deps.orders.add(orders, { packed: sale.packed ?? sale.items.length > 1 });
  const { payment } = purchaseDefaults;
  await deps.payments.add(added.map((order) => newPayment(order, "approved", payment)));
  return added;
}
