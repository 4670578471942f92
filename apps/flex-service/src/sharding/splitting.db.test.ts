import { prepareShard } from "@marketplace/database";
import { countRows } from "@marketplace/database/testing";
import { heldSplit } from "@marketplace/testkit/held-split";
import { testDatabase } from "@marketplace/testkit/postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { callers, deliveryOf, emptyFlexService, pathsOf } from "../flex.fixture.ts";
import { dueWorkOf, flexRpc } from "../index.ts";
import { saleOf } from "../shipments/shipments.fixture.ts";

// The servers themselves: a split holds sessions, which a pooler shares.
const home = { url: (await testDatabase("flex")).directUrl };
const mla = { url: (await testDatabase("flex")).directUrl };
const shards = new Map([["MLA", [mla.url]]]);
const site = { service: "flex", homeUrl: home.url, siteId: "MLA" } as const;

const before = await emptyFlexService({ url: home.url, shards: new Map() });
type Sale = ReturnType<typeof saleOf>;
/** What was sold at home, in the order of the ids. */
const old: { sale: Sale; id: number }[] = [];
const packOf = (index: number) => 6_400_000_000 + index;
const sell = async (sale: Sale, { deps } = before) => (await flexRpc(deps).createShipment(sale)).shipment_id;
for (let index = 0; index < 24; index++) {
  const sale = saleOf({ pack_id: packOf(index), outcome: index % 6 ? "manual" : "delivered" });
  old.push({ sale, id: await sell(sale) });
}
await sell(saleOf({ site_id: "MLB", seller_id: 1_000_000_007 }));

/** Sellers of MLA who had subscribed at home, in the order in which they are taken. */
const sellers = [
  { userId: 1_000_000_001, as: callers.seller },
  { userId: 1_000_000_002, as: callers.otherSeller },
  { userId: 1_000_000_004, as: callers.operator },
  { userId: 1_000_000_008, as: callers.newcomer },
];
const [early, , , late] = sellers;
interface Wire {
  service_id: number;
  mode: string;
}
const subscribe = (userId: number, mode: string, { http } = before) =>
  http.post(pathsOf(userId).subscriptions, { as: callers.operator, body: { mode } });

beforeAll(async () => {
  for (const { userId } of sellers) {
    const opened = await subscribe(userId, "FLEX");
    const path = pathsOf(userId).status(opened.json<Wire>().service_id);
    await before.http.put(path, { as: callers.operator, body: { status: "in" } });
  }
});

await prepareShard({ ...site, urls: [mla.url] });
const one = await emptyFlexService({ url: home.url, shards });
const two = await emptyFlexService({ url: home.url, shards });
const as = callers.operator;

const servicesOf = async (userId: number, { http } = one) =>
  (await http.get(pathsOf(userId).subscriptions, { as })).json<Wire[]>();
const countOf = (url: string, table: string) => countRows(url, table, "site_id = 'MLA'");
const statusOf = async (id: number, { http } = two) =>
  (await http.get(`/shipments/${id}`, { as })).json<{ status: string }>().status;

const split = heldSplit({ ...site, to: mla.url, batchSize: 2 });

it("a site that is prepared is used at home as before", async () => {
  const sale = saleOf({ pack_id: packOf(99), outcome: "manual" });
  const id = await sell(sale, one);
  old.push({ sale, id });
  expect(id).toBeLessThan(500_000_000_000);
  expect(await statusOf(id)).toBe("ready_to_ship");
  expect(await servicesOf(sellers[0]?.userId ?? 0, two)).toHaveLength(1);
});

describe("while sellers are on their way", () => {
  const added: number[] = [];

  beforeAll(async () => {
    await split.until(2);
  });

  it("each seller's subscriptions are in one database, found and changed there", async () => {
    expect([await countOf(home.url, "subscriptions"), await countOf(mla.url, "subscriptions")]).toEqual([
      2, 2,
    ]);
    for (const { userId, as: own } of sellers) {
      const [{ service_id } = { service_id: 0 }, ...more] = await servicesOf(userId);
      expect(more).toEqual([]);
      const path = pathsOf(userId).delivery(service_id);
      const change = await two.http.put(path, { as: own, body: deliveryOf(9, 17, 8) });
      expect(change.status, change.text).toBe(200);
      expect((await one.http.get(path, { as: own })).json()).toEqual(change.json());
    }
  });

  it("a second subscription goes where the first one is, or waits for it", async () => {
    if (!early || !late) throw new Error("there are four sellers");
    expect((await subscribe(early.userId, "TURBO", one)).status).toBe(201);
    let isAnswered = false;
    const waiting = subscribe(late.userId, "TURBO", two).finally(() => {
      isAnswered = true;
    });
    for (let round = 0; round < 10; round++) await servicesOf(late.userId);
    expect(isAnswered).toBe(false);
    split.allow(4);
    expect((await waiting).status).toBe(201);
    for (const { userId } of [early, late])
      expect((await servicesOf(userId)).map(({ mode }) => mode)).toEqual(["FLEX", "TURBO"]);
    expect(await countOf(home.url, "subscriptions")).toBe(0);
  });

  it("shipments are sold, read, moved, labeled and canceled where they are", async () => {
    // Some of the shipments have left, some have not.
    await split.until(14);
    expect([await countOf(home.url, "shipments"), await countOf(mla.url, "shipments")]).toEqual([15, 10]);
    for (const { sale, id } of [old[1], old[2], old[19], old[20]].flatMap((some) => some ?? [])) {
      expect(await sell(sale, one)).toBe(id);
      const mate = saleOf({ pack_id: sale.pack_id ?? null, outcome: "manual" });
      expect(await sell(mate, two)).toBe(id);
      const found = await two.http.get(`/orders/${mate.order_id}/shipments`, { as });
      expect(found.json()).toMatchObject({ id });
      expect((await one.http.get(`/shipment_labels?shipment_ids=${id}`, { as })).status).toBe(200);
      const body = { status: "shipped" };
      expect((await two.http.put(`/shipments/${id}`, { as, body })).status).toBe(200);
      expect(await statusOf(id, one)).toBe("shipped");
    }
    for (const { sale, id } of [old[3], old[21]].flatMap((some) => some ?? [])) {
      const cancellation = { order_id: sale.order_id, substatus: null };
      expect(await flexRpc(one.deps).cancelShipment(cancellation)).toEqual({ outcome: "cancelled" });
      expect(await statusOf(id)).toBe("cancelled");
    }
  });

  it("new shipments are the site's, with ids that say so", async () => {
    for (const service of [one, two]) {
      const id = await sell(saleOf({ outcome: "manual" }), service);
      expect(id).toBeGreaterThan(500_000_000_000);
      added.push(id);
    }
  });

  it("what is due is listed once and done in both databases", async () => {
    const hour = 3_600_000;
    const range = {
      after: one.clock.now(),
      until: new Date(one.clock.now().getTime() + 900 * hour),
      limit: 99,
    };
    const due = await one.deps.everywhere.shipments.stepsDue(range);
    expect(new Set(due.map(({ id }) => id)).size).toBe(due.length);
    expect(due.length).toBe(5);
    one.clock.advance(73 * hour);
    await dueWorkOf(one.deps).run();
    const delivered = old.filter((_, index) => index % 6 === 0 && index < 24).map(({ id }) => id);
    const states = await Promise.all(delivered.map((id) => statusOf(id)));
    expect(states).toEqual(delivered.map(() => "delivered"));
  });

  it("a process that does not know it writes nothing at home", async () => {
    await expect(sell(saleOf({ outcome: "manual" }), before)).rejects.toThrow();
    expect(await countOf(home.url, "shipments")).toBe(15);
  });

  it("and when it is done all is in the site's database, and found", async () => {
    await split.toEnd();
    expect([await countOf(home.url, "shipments"), await countOf(home.url, "subscriptions")]).toEqual([0, 0]);
    expect(await countOf(mla.url, "shipments")).toBe(old.length + added.length);
    for (const { sale, id } of old) {
      const found = await two.http.get(`/orders/${sale.order_id}/shipments`, { as });
      expect(found.json()).toMatchObject({ id });
      expect(await sell(sale, one)).toBe(id);
      expect((await one.http.get(`/shipments/${id}`, { as })).json()).toMatchObject({ id });
    }
    const all = [...old.map(({ id }) => id), ...added];
    const labels = await two.http.get(`/shipment_labels?shipment_ids=${all.join(",")}`, { as });
    expect(labels.status).toBe(200);
    const last = old[22];
    const cancellation = { order_id: last?.sale.order_id ?? 0, substatus: null };
    expect(await flexRpc(two.deps).cancelShipment(cancellation)).toEqual({ outcome: "cancelled" });
    expect((await subscribe(sellers[1]?.userId ?? 0, "TURBO", one)).status).toBe(201);
    expect((await one.http.get("/shipments/499999999999", { as })).status).toBe(404);
  });
});
