import type { ItemSummary } from "@marketplace/contracts";
import { dayMs } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { ordersBySeller } from "../orders/new-orders.rules.ts";
import { drawsOf } from "./draws.rules.ts";
import { livedOrder, type Way } from "./past-life.rules.ts";
import { createPastSalesRepo } from "./past-sales.repo.ts";
import { type PastPurchase, pastPurchases } from "./past-sales.rules.ts";
import { type StoreShipments, shipmentsOf } from "./past-shipments.rules.ts";

/** What the demo's sellers sold over the last 90 days. */
export interface History {
  /** Items with the units that their counters say. */
  sold: readonly { id: string; units: number }[];
  /** Buyers by site. */
  buyers: Readonly<Record<string, readonly number[]>>;
  now: Date;
  storeShipments: StoreShipments;
}

/** The orders of sandbox.json that are past: how they went, and how many days ago they began. */
const named = {
  order_delivered: { way: "paid", days: 10 },
  order_cancelled: { way: "canceled", days: 5 },
  order_unpaid: { way: "open", days: 1 },
} as const satisfies Record<string, { way: Way; days: number }>;
export type PastName = keyof typeof named;
const pastNames = Object.keys(named) as PastName[];

/** The item, and its buyer, of the orders that have names. */
export interface NamedSale {
  item: ItemSummary;
  buyerId: number;
}

/** Stores the past orders after their shipments, and gives the ids of the named ones. */
export async function seedHistory(
  deps: Deps,
  history: History,
  sale: NamedSale,
): Promise<Record<PastName, number>> {
  const special = pastNames.map((name) => namedPurchase(name, sale, history.now));
  const ordinary = (await purchasesOf(deps, history)).toSorted((a, b) => begun(a) - begun(b));
  const pastSales = createPastSalesRepo(deps.db);
  const purchases = await pastSales.number([...special, ...ordinary]);
  const shipments = await history.storeShipments(purchases.flatMap(shipmentsOf));
  await deps.transaction(() => pastSales.store(purchases, shipments));
  // The first ones are the named ones, in their order.
  return Object.fromEntries(pastNames.map((name, index) => [name, purchases[index]?.[0]?.id ?? 0])) as Record<
    PastName,
    number
  >;
}

const begun = (purchase: PastPurchase): number => purchase[0]?.order.createdAt.getTime() ?? 0;

function namedPurchase(name: PastName, { item, buyerId }: NamedSale, now: Date): PastPurchase {
  const { way, days } = named[name];
  const at = new Date(now.getTime() - days * dayMs);
  const sale = { buyerId, at, purchaseId: "", payment: "approved" as const, outcome: "delivered" };
  const orders = ordersBySeller([{ id: item.id, quantity: 1 }], [item], sale).flat();
  const draws = drawsOf(days);
  return orders.map((order) => livedOrder({ ...order, purchaseId: null }, way, { draws, now }));
}

async function purchasesOf({ catalog }: Deps, { sold, buyers, now }: History): Promise<PastPurchase[]> {
  const units = new Map(sold.map((each) => [each.id, each.units]));
  const ids = [...units.keys()];
  const items: ItemSummary[] = [];
  for (let from = 0; from < ids.length; from += 500)
    items.push(...(await catalog.items({ ids: ids.slice(from, from + 500) })));
  const inOrder = items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const sellers = Map.groupBy(inOrder, ({ seller_id }) => seller_id);
  return [...sellers.values()].flatMap((own, index) => {
    const those = buyers[own[0]?.site_id ?? ""] ?? [];
    if (those.length === 0) return [];
    const lines = own.map((item) => ({ item, units: units.get(item.id) ?? 0 }));
    return pastPurchases({ items: lines, buyers: those, now, seed: 20_260 + index });
  });
}
