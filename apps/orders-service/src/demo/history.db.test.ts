import { userProfile } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { freshItems, ids, ordersService } from "../orders.fixture.ts";
import { seedHistory } from "./history.service.ts";
import type { ShipmentRequest } from "./past-shipments.rules.ts";

const { deps, db, clock } = await ordersService();
const count = async (what: string): Promise<number> =>
  (await db.query<{ count: number }>(`SELECT count(*) FROM ${what}`))[0]?.count ?? 0;
const [model] = freshItems();
if (!model) throw new Error("the fixture has no items");
const items = Array.from({ length: 60 }, (_, index) => ({ ...model, id: `MLA5${index}` }));
const sold = items.map(({ id }, index) => ({ id, units: 20 + index }));
const buyers = { MLA: Array.from({ length: 40 }, (_, index) => userProfile(3_100_000_000 + index).id) };
const catalog = { ...deps.catalog, items: async () => items };
const delivered = { status: "delivered", substatus: null, version: 5, at: clock.now().toISOString() };
const visibleOrders: number[] = [];
const storeShipments = async (requests: readonly ShipmentRequest[]) => {
  visibleOrders.push(await count("orders"));
  return requests.map(({ order_id, order_ids = [order_id] }, index) => ({
    ...delivered,
    order_ids,
    shipment_id: 1 + index,
  }));
};
const fixtures = await seedHistory(
  { ...deps, catalog },
  { sold, buyers, now: clock.now(), storeShipments },
  { item: model, buyerId: ids.buyer },
);

it("has some thousand orders of a seller over 90 days, of many items, buyers and days", async () => {
  expect(await count("orders")).toBeGreaterThan(2_000);
  expect(await count("(SELECT DISTINCT item_id FROM orders) AS items")).toBe(61);
  expect(await count("(SELECT DISTINCT buyer_id FROM orders) AS buyers")).toBe(41);
  expect(await count("(SELECT DISTINCT created_at::date FROM orders) AS days")).toBeGreaterThan(80);
  expect(await count("(SELECT DISTINCT status FROM orders) AS statuses")).toBe(4);
  expect(await count("orders WHERE pack_id IS NOT NULL")).toBeGreaterThan(100);
  expect(await count("feedback")).toBeGreaterThan(500);
  expect(await count("orders WHERE created_at > last_updated")).toBe(0);
});

it("has as many units that buyers hold as the items' counters say", async () => {
  const rows = await db.query<{ id: string; units: number }>(
    "SELECT item_id AS id, sum(quantity)::int AS units FROM orders WHERE stock = 'taken' AND item_id <> $1 GROUP BY 1",
    [model.id],
  );
  const byId = <T extends { id: string }>(list: readonly T[]) =>
    list.toSorted((a, b) => a.id.localeCompare(b.id));
  expect(byId(rows)).toEqual(byId(sold));
});

it("has a payment per order that fits its status, and refunds that add up", async () => {
  expect(await count("orders WHERE id NOT IN (SELECT order_id FROM payments)")).toBe(0);
  const wrong = `orders o JOIN payments p ON p.order_id = o.id WHERE p.amount <> o.unit_price * o.quantity
    OR (o.status = 'paid') <> (p.status = 'approved' AND p.refunded = 0)
    OR p.refunded <> coalesce((SELECT sum(amount) FROM refunds r WHERE r.payment_id = p.id), 0)`;
  expect(await count(wrong)).toBe(0);
});

it("stores the shipments first, so that a running service creates none for the past orders", async () => {
  expect(visibleOrders).toEqual([0]);
  const paid = "orders WHERE status IN ('paid', 'partially_refunded')";
  expect(await count(`${paid} AND (shipment_id IS NULL OR NOT delivered OR NOT fulfilled)`)).toBe(0);
  expect(await count("orders WHERE status = 'payment_required' AND shipment_id IS NOT NULL")).toBe(0);
  const page = { after: { paidAt: new Date(0), id: 0 }, limit: 50 };
  expect(await deps.orders.withoutShipment(page)).toEqual({ orders: [], next: undefined });
});

it("names an order that was delivered, one that was canceled and one that is not paid", async () => {
  const statuses = Object.entries(fixtures).map(async ([name, id]) => [
    name,
    (await deps.orders.find(id))?.status,
  ]);
  expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
    order_delivered: "paid",
    order_cancelled: "cancelled",
    order_unpaid: "payment_required",
  });
});

it("what is handed over in person has no shipment: its seller says that it was delivered", async () => {
  const { deps: own, db: other, clock: time } = await ordersService();
  const dealers = items.map((item) => ({
    ...item,
    id: item.id.replace("MLA", "MLM"),
    site_id: "MLM",
    shipping: { ...item.shipping, mode: "not_specified", logistic_type: "not_specified" },
  }));
  const asked: number[] = [];
  await seedHistory(
    { ...own, catalog: { ...own.catalog, items: async () => dealers } },
    {
      sold: dealers.map(({ id }) => ({ id, units: 30 })),
      buyers: { MLM: buyers.MLA },
      now: time.now(),
      storeShipments: async (requests) => {
        asked.push(requests.length);
        return [];
      },
    },
    { item: { ...model, shipping: { ...model.shipping, mode: "custom" } }, buyerId: ids.buyer },
  );
  const counted = async (what: string) =>
    (await other.query<{ count: number }>(`SELECT count(*) FROM orders WHERE ${what}`))[0]?.count;
  expect(asked).toEqual([0]);
  expect(await counted("no_shipping AND delivered AND fulfilled")).toBeGreaterThan(1_000);
  expect(await counted("NOT no_shipping OR cancel_detail ->> 'code' = 'shipment_not_delivered'")).toBe(0);
  const old =
    "item_id LIKE 'MLM%' AND created_at < '2026-03-08' AND status IN ('paid', 'partially_refunded')";
  expect(await counted(`${old} AND NOT delivered`)).toBe(0);
});
