import type { ItemSummary } from "@marketplace/contracts";
import { dayMs } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { ordersBySeller, shipmentKey } from "../orders/new-orders.rules.ts";
import { type ShippedOrder, shipmentRequest } from "../orders/shipments.service.ts";
import { drawsOf } from "./draws.ts";
import { livedOrder, type Way } from "./past-life.rules.ts";
import { type StoredOrder, storePurchases } from "./past-sales.repo.ts";
import { type PastPurchase, pastPurchases } from "./past-sales.rules.ts";

type Request = ReturnType<typeof shipmentRequest>;

/** What the demo's sellers sold over the last 90 days. */
export interface History {
  /** Items with the units that their counters say. */
  sold: readonly { id: string; units: number }[];
  /** Buyers by site. */
  buyers: Readonly<Record<string, readonly number[]>>;
  now: Date;
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

/** Stores the past orders, and gives the named ones and the shipments that flex-service is to have. */
export async function seedHistory(
  deps: Deps,
  history: History,
  sale: NamedSale,
): Promise<{ fixtures: Record<PastName, number>; shipments: Request[] }> {
  const special = pastNames.map((name) => namedPurchase(name, sale, history.now));
  const ordinary = (await purchasesOf(deps, history)).toSorted((a, b) => begun(a) - begun(b));
  const stored = await deps.transaction(() => storePurchases(deps.db, [...special, ...ordinary]));
  // The first ones are the named ones, in their order.
  const fixtures = Object.fromEntries(
    pastNames.map((name, index) => [name, stored[index]?.[0]?.id ?? 0]),
  ) as Record<PastName, number>;
  return { fixtures, shipments: stored.flatMap(shipmentsOf) };
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

/** The shipments of a purchase: of its orders that were paid and not canceled before they left. */
function shipmentsOf(purchase: readonly StoredOrder[]): Request[] {
  const shipped = purchase.filter(
    ({ order }) =>
      !order.noShipping &&
      (order.status === "paid" ||
        order.status === "partially_refunded" ||
        order.shippingOutcome === "not_delivered"),
  );
  const together = Map.groupBy(shipped, ({ order }) =>
    shipmentKey({ ...order, shippingMode: order.shippingMode ?? "me2" }),
  );
  return [...together.values()].map((orders) => shipmentRequest(orders.map(shippedOrder)));
}

const shippedOrder = ({ id, packId, order }: StoredOrder): ShippedOrder => ({
  shippingMode: "me2",
  shippingOutcome: "delivered",
  closedAt: order.createdAt,
  manufacturingDays: null,
  shippingCost: 0,
  freeShipping: true,
  title: null,
  ...order,
  id,
  packId,
});
