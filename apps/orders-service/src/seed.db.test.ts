import type { ItemSummary } from "@marketplace/contracts";
import { asCaller } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { startJobs } from "./jobs.ts";
import { freshItems, ordersService } from "./orders.fixture.ts";
import { seedDemo } from "./seed.ts";

const { http, clock, deps, flex } = await ordersService();

const names = [
  "seller_mla",
  "seller2_mla",
  "buyer_mla",
  "no_messaging_mla",
  "seller_mlb",
  "buyer_mlb",
  "seller_mlc",
  "buyer_mlc",
];
const users = Object.fromEntries(names.map((name, index) => [name, { id: 3_100_000_001 + index }]));
const itemIds = {
  item_active: "MLA100",
  item_active_2: "MLA101",
  item_flex_on: "MLA102",
  item_seller2: "MLA200",
  item_no_messaging: "MLA300",
  item_mlb: "MLB1",
  item_mlc: "MLC1",
};
const items = Object.values(itemIds).map((id): ItemSummary => {
  const [model] = freshItems();
  if (!model) throw new Error("the fixture has no items");
  return { ...model, id, site_id: id.slice(0, 3) };
});

it("the demo has the sales that sandbox.json names", async () => {
  const catalog = { ...deps.catalog, items: async () => items };
  const world = { users, items: itemIds, now: clock.now(), storeShipments: async () => [] };
  const { fixtures } = await seedDemo({ ...deps, catalog }, world);
  expect(Object.keys(fixtures).toSorted()).toEqual([
    "order_cancelled",
    "order_delivered",
    "order_in_pack",
    "order_paid",
    "order_unpaid",
    "order_without_pack",
    "pack_empty",
    "pack_empty_2",
    "pack_mlb",
    "pack_mlc_full",
    "pack_no_messaging",
    "pack_seller2",
    "pack_with_messages",
    "pack_with_pdf",
  ]);
  const as = asCaller({ userId: users.buyer_mla?.id ?? 0 });
  const statusOf = async (target: string) => (await http.get(target, { as })).status;
  expect(await statusOf(`/packs/${fixtures.order_without_pack}`)).toBe(200);
  expect(await statusOf(`/packs/${fixtures.order_in_pack}`)).toBe(400);
  const sellerId = users.seller_mla?.id ?? 0;
  const talk = await http.get(`/messages/packs/${fixtures.pack_with_messages}/sellers/${sellerId}`, { as });
  const { messages } = talk.json<{ messages: { message_attachments: { filename: string }[] | null }[] }>();
  expect(messages).toHaveLength(5);
  expect(talk.json()).toMatchObject({ conversation_status: { status: "active" } });
  const [file] = messages[1]?.message_attachments ?? [];
  expect(await statusOf(`/messages/attachments/${file?.filename}`)).toBe(200);
});

it("nothing moves the demo's shipments by itself", () => {
  expect(flex.shipments.size).toBeGreaterThan(0);
  for (const { outcome } of flex.shipments.values()) expect(outcome).toBe("manual");
});

it("the background work hands over events as they come, and stops", async () => {
  const delivered = Promise.withResolvers<unknown>();
  const notifications = {
    async publish({ events }: { events: unknown[] }) {
      delivered.resolve(events[0]);
      return { accepted: events.length };
    },
  };
  const jobs = await startJobs({ ...deps, notifications });
  const event = { topic: "orders", resource: "/orders/1", userId: 2, occurredAt: clock.now() };
  await deps.transaction(() => deps.outbox.record(event));
  expect(await delivered.promise).toMatchObject({ topic: "orders", resource: "/orders/1", user_id: 2 });
  await jobs.stop();
});

it("readiness names the database", async () => {
  const answer = await http.get("/readyz");
  expect(answer.json()).toEqual({ status: "ok", checks: { database: "ok" } });
});
