import { prepareShard } from "@marketplace/database";
import { countRows, query } from "@marketplace/database/testing";
import { heldSplit } from "@marketplace/testkit/held-split";
import { asAnotherRequest, testDatabase } from "@marketplace/testkit/postgres";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { dueWorkOf, ordersRpc } from "../index.ts";
import { uploads } from "../messages/attachments/attachments.fixture.ts";
import { operator } from "../orders.fixture.ts";
import {
  buyAt,
  messageOf,
  type OrderJson,
  type OrdersProcess,
  sharedWorld,
  sides,
  talkOf,
} from "./shards.fixture.ts";

// The servers themselves: a split holds sessions, which a pooler shares.
const home = { url: (await testDatabase("orders")).directUrl };
const mla = { url: (await testDatabase("orders")).directUrl };
const shards = new Map([["MLA", [mla.url]]]);
const site = { service: "orders", homeUrl: home.url, siteId: "MLA" } as const;
const { buyer, seller, sellerId } = sides.MLA;
const as = operator;
const lastOfHome = 499_999_999_999;

const world = await sharedWorld(home.url);
const before = await world.process(new Map());

/** What was sold at home, in the order of the ids: every third is a pack of two. */
const old: OrderJson[] = [];
const keyOf = ({ pack_id, id }: OrderJson): number => pack_id ?? id;
/** A message and a feedback of each sale, and a file of the first ones. */
const messages = new Map<number, string>();
const feedback = new Map<number, number>();
const files = new Map<number, string>();
const rating = { fulfilled: true, rating: "positive", message: "gracias" };

const send = (sale: OrderJson, { http }: OrdersProcess, attachments?: string[]) =>
  http.post(talkOf("MLA", keyOf(sale)), {
    as: seller,
    body: messageOf("MLA", "seller", "hola", attachments),
  });

beforeAll(async () => {
  for (let index = 0; index < 18; index++) {
    const items = index % 3 ? ["MLA100"] : ["MLA100", "MLA104"];
    const [sale] = await buyAt("MLA", before, { items });
    old.push(sale);
    const file = index % 6 ? undefined : await uploads(before.http).uploaded(seller);
    const sent = await send(sale, before, file === undefined ? undefined : [file]);
    messages.set(sale.id, sent.json<{ id: string }>().id);
    if (file !== undefined) files.set(sale.id, file);
    const rated = await before.http.post(`/orders/${sale.id}/feedback`, { as: buyer, body: rating });
    feedback.set(sale.id, rated.json<{ id: number }>().id);
  }
  await buyAt("MLB", before);
  await prepareShard({ ...site, urls: [mla.url] });
});

const one = await world.process(shards);
const two = await world.process(shards);
const ofSite = "site_id = 'MLA'";

const split = heldSplit({ ...site, to: mla.url, batchSize: 4 });

const at = (index: number): OrderJson => {
  const sale = old[index];
  if (!sale) throw new Error(`${index} was not sold`);
  return sale;
};

/** All that a sale says of itself, read in one process and then in the other. */
async function assertWhole(sale: OrderJson): Promise<void> {
  for (const { http } of [one, two]) {
    const order = (await http.get(`/orders/${sale.id}`, { as })).json<OrderJson>();
    expect([order.id, order.pack_id, order.payments]).toEqual([sale.id, sale.pack_id, sale.payments]);
    const payment = sale.payments[0]?.id;
    expect((await http.get(`/payments/${payment}`, { as })).json()).toMatchObject({ id: payment });
    expect((await http.get(`/packs/${keyOf(sale)}`, { as })).json()).toMatchObject({ id: keyOf(sale) });
    const talk = await http.get(`${talkOf("MLA", keyOf(sale))}?mark_as_read=false`, { as: buyer });
    expect(talk.text).toContain(messages.get(sale.id) ?? "none");
    expect((await http.get(`/messages/${messages.get(sale.id)}`, { as: buyer })).status).toBe(200);
    expect((await http.get(`/feedback/${feedback.get(sale.id)}`, { as })).status).toBe(200);
    const file = files.get(sale.id);
    if (file) expect((await http.get(`/messages/attachments/${file}`, { as: buyer })).status).toBe(200);
    expect(
      await ordersRpc(http === one.http ? one.deps : two.deps).pack({ pack_id: keyOf(sale) }),
    ).toMatchObject({
      id: keyOf(sale),
    });
  }
}

const searched = async (search: string, { http } = one) =>
  (await http.get(`/orders/search?seller=${sellerId}&${search}`, { as })).json<{
    results: OrderJson[];
    paging: { total: number };
  }>();

/** Buys by a key, at home and again when it has left. */
const buyByKey = (item: string, { http }: OrdersProcess) =>
  http.post("/orders", {
    as: buyer,
    body: { items: [{ id: item, quantity: 1 }] },
    headers: { "idempotency-key": "from-home" },
  });
let answered = "";

it("a site that is prepared is used at home as before", async () => {
  const bought = await buyByKey("MLA100", one);
  answered = bought.text;
  const [sale] = bought.json<{ orders: OrderJson[] }>().orders;
  if (!sale) throw new Error(`the purchase failed: ${answered}`);
  expect(sale.id).toBeLessThan(lastOfHome);
  const sent = await send(sale, two);
  messages.set(sale.id, sent.json<{ id: string }>().id);
  const rated = await one.http.post(`/orders/${sale.id}/feedback`, { as: buyer, body: rating });
  feedback.set(sale.id, rated.json<{ id: number }>().id);
  old.push(sale);
  await assertWhole(sale);
});

it("nothing is added at home to a sale that leaves at the same moment", async () => {
  const [{ id }] = await buyAt("MLA", one);
  const { db, transaction } = one.deps;
  const waiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  const answers = await transaction(async () => {
    // As the command does: locked, and gone when the lock ends.
    await db.query("SELECT FROM orders WHERE id = $1 FOR UPDATE", [id]);
    const requests = asAnotherRequest(() => [
      two.http.post(`/orders/${id}/notes`, { as: seller, body: { note: "factura A" } }),
      two.http.post(talkOf("MLA", id), { as: seller, body: messageOf("MLA", "seller") }),
    ]);
    await vi.waitUntil(async () => (await query(home.url, waiting)).length === 2, { timeout: 30_000 });
    await db.execute("DELETE FROM orders WHERE id = $1", [id]);
    return { requests };
  });
  expect((await Promise.all(answers.requests)).map(({ status }) => status)).not.toContain(201);
  expect([
    await countRows(home.url, "notes", `subject_id = ${id}`),
    await countRows(home.url, "conversations", `pack_id = ${id}`),
  ]).toEqual([0, 0]);
});

describe("while sales are on their way", () => {
  const added: OrderJson[] = [];
  const orders = 25;

  beforeAll(async () => {
    await split.until(8);
  });

  it("each is whole in one database, and found there", async () => {
    const [stayed, gone] = [await countRows(home.url, "orders", ofSite), await countRows(mla.url, "orders")];
    expect([stayed + gone, Math.min(stayed, gone) > 0]).toEqual([orders, true]);
    for (const sale of [at(0), at(1), at(16), at(18)]) await assertWhole(sale);
    expect((await one.http.get(`/orders/${lastOfHome}`, { as })).status).toBe(404);
  });

  it("each is changed where it is", async () => {
    for (const sale of [at(1), at(17)]) {
      const { id } = sale;
      const note = { as: seller, body: { note: "factura A" } };
      const made = (await one.http.post(`/orders/${id}/notes`, note)).json<{ note: { id: string } }>();
      expect((await two.http.get(`/orders/${id}/notes`, { as: seller })).text).toContain(made.note.id);
      const answered = await two.http.post(talkOf("MLA", id), { as: buyer, body: messageOf("MLA", "buyer") });
      expect(answered.status, answered.text).toBe(201);
      const rated = await one.http.post(`/orders/${id}/feedback`, { as: seller, body: rating });
      expect(rated.status, rated.text).toBe(201);
      const reply = { as: seller, body: { reply: "de nada" } };
      const replied = await two.http.post(`/feedback/${feedback.get(id)}/reply`, reply);
      expect(replied.status, replied.text).toBe(201);
      const payment = sale.payments[0]?.id;
      const refund = { as: seller, body: { amount: 1 } };
      expect((await one.http.post(`/payments/${payment}/refunds`, refund)).status).toBe(201);
      const state = { shipment_id: 1, substatus: null, at: "2026-03-11T10:00:00.000Z" };
      const told = { ...state, order_ids: [id], status: "delivered", version: 9 };
      await ordersRpc(two.deps).shipmentMoved(told);
      const order = (await one.http.get(`/orders/${id}`, { as })).json<OrderJson>();
      expect([order.status, order.tags.includes("delivered")]).toEqual(["partially_refunded", true]);
    }
    for (const { id } of [at(2), at(15)]) {
      const cancel = { as: buyer, body: { status: "cancelled" } };
      for (const { http } of [one, two])
        expect((await http.put(`/orders/${id}`, cancel)).json()).toMatchObject({ status: "cancelled" });
    }
  });

  it("files that wait at home get to sales in either database", async () => {
    for (const sale of [at(4), at(14)]) {
      const file = await uploads(one.http).uploaded(seller);
      const sent = await send(sale, two, [file]);
      expect(sent.status, sent.text).toBe(201);
      expect((await one.http.get(`/messages/attachments/${file}`, { as: buyer })).status).toBe(200);
    }
  });

  it("new ones are the site's, with ids that say so", async () => {
    for (const service of [one, two]) {
      const [sale] = await buyAt("MLA", service);
      expect(sale.id).toBeGreaterThan(lastOfHome);
      added.push(sale);
    }
  });

  it("a search finds each once, in one order, and counts them", async () => {
    const all = await searched("sort=date_asc&limit=50");
    const expected = [...old.map(({ id }) => id), ...added.map(({ id }) => id)];
    expect(all.paging.total).toBe(orders + added.length);
    expect(new Set(all.results.map(({ id }) => id)).size).toBe(all.results.length);
    expect(all.results.map(({ id }) => id)).toEqual(expect.arrayContaining(expected));
    const pages = await Promise.all(
      [0, 9, 18].map((offset) => searched(`sort=date_asc&limit=9&offset=${offset}`, two)),
    );
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(
      all.results.map(({ id }) => id),
    );
    const unread = await one.http.get("/messages/unread?role=buyer", { as: buyer });
    expect(unread.json<{ results: unknown[] }>().results).toHaveLength(old.length);
    const [trades] = await ordersRpc(two.deps).trades({ user_ids: [sellerId] });
    expect(trades?.sold).toMatchObject({ completed: orders + added.length - 2, canceled: 2 });
  });

  it("a key that was used at home is the same purchase, and no other", async () => {
    const again = await buyByKey("MLA100", two);
    expect([again.status, again.text]).toEqual([201, answered]);
    expect((await buyByKey("MLA104", one)).status).toBe(409);
  });

  it("a process that does not know it sells nothing at home", async () => {
    const stayed = await countRows(home.url, "orders", ofSite);
    await expect(buyAt("MLA", before)).rejects.toThrow("the purchase failed");
    expect(await countRows(home.url, "orders", ofSite)).toBe(stayed);
  });

  it("what is due is done in both databases", async () => {
    await dueWorkOf(one.deps).run();
    const lacking = "shipment_id IS NULL AND status = 'paid'";
    expect([
      await countRows(home.url, "orders", lacking),
      await countRows(mla.url, "orders", lacking),
    ]).toEqual([0, 0]);
  });

  it("and when it is done all is in the site's database, and found", async () => {
    expect(await split.toEnd()).toMatchObject({ rows: orders });
    for (const table of ["orders", "packs", "conversations"])
      expect([table, await countRows(home.url, table, ofSite)]).toEqual([table, 0]);
    expect(await countRows(mla.url, "orders")).toBe(orders + added.length);
    for (const sale of [at(0), at(5), at(18)]) await assertWhole(sale);
    const sent = await send(at(3), one);
    expect(sent.status).toBe(201);
    // What is written now comes after what was written at home.
    const talk = await two.http.get(talkOf("MLA", keyOf(at(3))), { as: buyer });
    expect(talk.json<{ messages: { id: string }[] }>().messages[0]?.id).toBe(sent.json<{ id: string }>().id);
    const state = { shipment_id: 1, substatus: null, at: "2026-03-11T10:00:00.000Z" };
    const told = { ...state, order_ids: [at(7).id], status: "delivered", version: 9 };
    await ordersRpc(two.deps).shipmentMoved(told);
    const order = (await one.http.get(`/orders/${at(7).id}`, { as })).json<OrderJson>();
    expect(order.tags).toContain("delivered");
    expect((await one.http.get(`/orders/${lastOfHome}`, { as })).status).toBe(404);
    expect(
      await query(
        home.url,
        "SELECT FROM payments p LEFT JOIN orders o ON o.id = order_id WHERE o.id IS NULL",
      ),
    ).toEqual([]);
  });
});
