import { idRangeOf, prepareShard } from "@marketplace/database";
import { countRows, query } from "@marketplace/database/testing";
import { outboxOf, statesOf } from "@marketplace/sharding";
import { testDatabase } from "@marketplace/testkit/postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { dueWorkOf, ordersRpc, startJobs } from "../index.ts";
import { uploads } from "../messages/attachments/attachments.fixture.ts";
import { ids, operator } from "../orders.fixture.ts";
import {
  buyAt,
  messageOf,
  type OrderJson,
  type Site,
  sharedWorld,
  sides,
  siteIds,
  talkOf,
} from "./shards.fixture.ts";

const home = await testDatabase("orders");
const mla = await testDatabase("orders");
const shards = new Map([["MLA", [mla.url]]]);
await prepareShard({ service: "orders", homeUrl: home.url, siteId: "MLA", urls: [mla.url] });

// Two processes on the same databases; MLB is at home.
const world = await sharedWorld(home.url);
const one = await world.process(shards);
const two = await world.process(shards);
const uninformed = await world.process(new Map());
// A process on a home of its own, whose site MLC has a database that does not answer.
const lameHome = await testDatabase("orders");
const away = "postgresql://nobody:nothing@127.0.0.1:1/away";
await query(lameHome.url, "INSERT INTO site_placements VALUES ('MLC', '127.0.0.1:1/away')");
const lame = await world.process(new Map([["MLC", [away]]]), lameHome.url);

const firstOfMla = idRangeOf("MLA").first;
const lastOfHome = 499_999_999_999;
const databaseOf = { MLA: mla.url, MLB: home.url } as const;
const as = operator;
const read = async (id: number, { http } = two) =>
  (await http.get(`/orders/${id}`, { as })).json<OrderJson>();

let sold: Record<Site, OrderJson>;

beforeAll(async () => {
  const [[argentine], [brazilian]] = [await buyAt("MLA", one), await buyAt("MLB", one)];
  sold = { MLA: argentine, MLB: brazilian };
});

describe("a sale", () => {
  it("is stored in its site's database alone, with ids that say the site", async () => {
    for (const table of ["orders", "payments", "purchases"]) {
      expect([table, await countRows(mla.url, table)]).toEqual([table, 1]);
      expect([table, await countRows(home.url, table)]).toEqual([table, 1]);
    }
    for (const { id, payments } of [sold.MLA])
      for (const each of [id, payments[0]?.id ?? 0]) expect(each).toBeGreaterThanOrEqual(firstOfMla);
    expect([sold.MLB.id <= lastOfHome, Number.isSafeInteger(sold.MLA.id)]).toEqual([true, true]);
  });

  it.each(siteIds)("is read in all its parts by its ids, in any process: %s", async (siteId) => {
    const items = siteId === "MLA" ? ["MLA100", "MLA104"] : ["MLB300"];
    const [order] = await buyAt(siteId, one, { items });
    const payment = order.payments[0]?.id;
    const paths = ["", "/discounts", "/product", "/feedback"].map((part) => `/orders/${order.id}${part}`);
    const byPayment = ["", "/v1"].map((prefix) => `${prefix}/payments/${payment}`);
    paths.push(...byPayment, `/collections/${payment}`, `/collections/notifications/${payment}`);
    paths.push(`/packs/${order.pack_id ?? order.id}`);
    for (const path of paths) expect([path, (await two.http.get(path, { as })).status]).toEqual([path, 200]);
    const ofSeller = { as: sides[siteId].seller };
    expect((await two.http.get(`/orders/${order.id}/billing_info`, ofSeller)).status).toBe(200);
    const billing = `/orders/billing-info/${siteId}/${sides[siteId].buyerId}`;
    expect((await two.http.get(billing, ofSeller)).json()).toMatchObject({ site_id: siteId });
    const other = siteId === "MLA" ? "MLB" : "MLA";
    const wrong = `/orders/billing-info/${other}/${sides[siteId].buyerId}`;
    expect((await two.http.get(wrong, ofSeller)).status).toBe(404);
  });

  it("is not found by an id that nobody has, in whichever range it is", async () => {
    for (const id of [firstOfMla + 400_000, lastOfHome, Number.MAX_SAFE_INTEGER]) {
      for (const path of [`/orders/${id}`, `/packs/${id}`, `/payments/${id}`, `/feedback/${id}`])
        expect([path, (await one.http.get(path, { as })).status]).toEqual([path, 404]);
      expect(await ordersRpc(one.deps).pack({ pack_id: id })).toBeNull();
    }
  });

  it.each(siteIds)("is paid, refunded, noted down and rated where it is: %s", async (siteId) => {
    const { seller, buyer } = sides[siteId];
    const [{ id }] = await buyAt(siteId, one, { payment: { status: "none" } });
    const pay = await two.http.post(`/orders/${id}/payments`, { as: buyer, body: { status: "pending" } });
    expect(pay.status, pay.text).toBe(201);
    const payment = pay.json<{ id: number }>().id;
    const moved = await one.http.put(`/payments/${payment}`, { as: buyer, body: { status: "approved" } });
    expect(moved.json()).toMatchObject({ status: "approved" });
    const note = { as: seller, body: { note: "factura A" } };
    for (const path of [`/orders/${id}/notes`, `/packs/${id}/notes`]) {
      const made = (await two.http.post(path, note)).json<{ note: { id: string } }>();
      expect((await one.http.put(`${path}/${made.note.id}`, note)).status).toBe(200);
      expect((await two.http.get(path, { as: seller })).text).toContain(made.note.id);
      expect((await one.http.delete(`${path}/${made.note.id}`, { as: seller })).status).toBe(204);
    }
    const body = { fulfilled: true, rating: "positive", message: "gracias" };
    const rated = await one.http.post(`/orders/${id}/feedback`, { as: buyer, body });
    const answered = await two.http.post(`/orders/${id}/feedback`, { as: seller, body });
    const feedback = `/feedback/${rated.json<{ id: number }>().id}`;
    expect([rated.status, answered.status, (await two.http.get(feedback, { as })).status]).toEqual([
      201, 201, 200,
    ]);
    const reply = await two.http.post(`${feedback}/reply`, { as: seller, body: { reply: "de nada" } });
    expect(reply.status, reply.text).toBe(201);
    expect((await one.http.put(feedback, { as: buyer, body })).status).toBe(200);
    const refund = await two.http.post(`/payments/${payment}/refunds`, { as: seller, body: {} });
    expect(refund.status, refund.text).toBe(201);
    expect((await read(id)).status).toBe("cancelled");
    for (const table of ["feedback", "refunds"])
      expect([table, await countRows(databaseOf[siteId], table)]).toEqual([
        table,
        table === "refunds" ? 1 : 2,
      ]);
  });

  it.each(siteIds)("is canceled and marked as delivered where it is: %s", async (siteId) => {
    const { seller, buyer } = sides[siteId];
    const [{ id }] = await buyAt(siteId, one);
    const cancel = { as: buyer, body: { status: "cancelled" } };
    for (const { http } of [two, one])
      expect((await http.put(`/orders/${id}`, cancel)).json()).toMatchObject({ status: "cancelled" });
    if (siteId === "MLB") return;
    const [inPerson] = await buyAt(siteId, one, { items: ["MLA107"] });
    const delivered = { as: seller, body: { tags: ["delivered"] } };
    const answer = await two.http.put(`/orders/${inPerson.id}`, delivered);
    expect(answer.json<OrderJson>().tags).toContain("delivered");
  });

  it("cannot be stored at home by a process that does not know the database of the site", async () => {
    const [orders, stock] = [await countRows(home.url, "orders"), world.catalog.stockOf("MLA100")];
    await expect(buyAt("MLA", uninformed)).rejects.toThrow("the purchase failed");
    expect([await countRows(home.url, "orders"), world.catalog.stockOf("MLA100")]).toEqual([orders, stock]);
  });

  it("of a key is made once, and the key is a conflict with another site's items", async () => {
    const buy = (item: string, { http } = one) =>
      http.post("/orders", {
        as: sides.MLA.buyer,
        body: { items: [{ id: item, quantity: 1 }] },
        headers: { "idempotency-key": "buy" },
      });
    const answers = await Promise.all([buy("MLA100"), buy("MLA100", two), buy("MLA100")]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await buy("MLB300", two)).status).toBe(409);
    const refused = await one.http.post("/orders", {
      as: sides.MLA.buyer,
      body: { items: [{ id: "MLB300", quantity: 1 }] },
    });
    expect(refused.status).toBe(403);
  });
});

it("ids are unique when processes sell at all sites at once", async () => {
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, index) => buyAt(siteIds[index % 2] ?? "MLA", index % 4 < 2 ? one : two)),
  );
  const orders = made.flat();
  expect(new Set(orders.map(({ id }) => id)).size).toBe(40);
  expect(new Set(orders.flatMap(({ payments }) => payments.map(({ id }) => id))).size).toBe(40);
});

describe("a conversation", () => {
  it.each(siteIds)("is held, read and counted where its sale is: %s", async (siteId) => {
    const { seller, buyer, sellerId } = sides[siteId];
    const [{ id }] = await buyAt(siteId, one);
    const path = talkOf(siteId, id);
    const first = await one.http.post(path, { as: seller, body: messageOf(siteId, "seller") });
    expect(first.status, first.text).toBe(201);
    const second = await two.http.post(path, { as: buyer, body: messageOf(siteId, "buyer") });
    const option = { option_id: "OTHER", text: "gracias" };
    const guide = `/messages/action_guide/packs/${id}`;
    expect((await one.http.post(`${guide}/option`, { as: seller, body: option })).status).toBe(201);
    expect((await two.http.get(`${guide}/caps_available`, { as: seller })).text).toContain(
      '"option_id":"OTHER","cap_available":0',
    );
    const message = `/messages/${second.json<{ id: string }>().id}`;
    expect((await one.http.get(message, { as: seller })).status).toBe(200);
    const unread = `/messages/unread/packs/${id}/sellers/${sellerId}`;
    expect((await one.http.get(unread, { as: seller })).text).toContain('"count":1');
    expect((await two.http.get(path, { as: seller })).json()).toMatchObject({ paging: { total: 3 } });
    expect((await one.http.get(unread, { as: seller })).text).not.toContain('"count":1');
    const block = await one.http.put(path, { as: buyer, body: { status: "blocked" } });
    expect(block.status, block.text).toBe(200);
    expect((await one.http.get(`/messages/${"0".repeat(32)}`, { as: seller })).status).toBe(400);
  });

  it("with unread messages is listed among those of all sites, the newest first", async () => {
    const user = { sellerId: ids.silent };
    const made: number[] = [];
    for (let index = 0; index < 6; index++) {
      const siteId = siteIds[index % 2] ?? "MLA";
      await one.deps.sites?.alone(siteId === "MLA" ? "MLA" : undefined, async (of) => {
        const [order] = await of.orders.add([newSale(siteId, user, index)]);
        if (!order) throw new Error("nothing was sold");
        await of.conversations.lock({ ...order, id: order.id });
        await of.messages.add({
          packId: order.id,
          applicationId: 1,
          fromId: order.buyerId,
          toId: ids.silent,
          text: "hola",
          moderation: "clean",
          first: true,
          createdAt: new Date(one.clock.now().getTime() + index),
        });
        made.unshift(order.id);
      });
    }
    const listed = await two.deps.everywhere.messages.unread(ids.silent, "seller", 500);
    expect(listed.map(({ packId }) => packId)).toEqual(made);
    const some = await two.deps.everywhere.messages.unread(ids.silent, "seller", 4);
    expect(some.map(({ packId }) => packId)).toEqual(made.slice(0, 4));
  });

  it.each(siteIds)("gets files, which wait at home, where its sale is, each once: %s", async (siteId) => {
    const { seller, buyer } = sides[siteId];
    const [{ id }] = await buyAt(siteId, one);
    const file = await uploads(one.http).uploaded(seller);
    const where = `id = '${file}'`;
    expect(await countRows(home.url, "message_attachments", where)).toBe(1);
    const send = (by: typeof seller, { http } = two) =>
      http.post(talkOf(siteId, id), { as: by, body: messageOf(siteId, "seller", "va", [file]) });
    const ofOthers = messageOf(siteId, "buyer", "va", [file]);
    const stolen = await two.http.post(talkOf(siteId, id), { as: buyer, body: ofOthers });
    expect(stolen.status).toBe(422);
    const sent = await Promise.all([send(seller), send(seller, one)]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(await countRows(databaseOf[siteId], "message_attachments", where)).toBe(1);
    expect(await countRows(siteId === "MLA" ? home.url : mla.url, "message_attachments", where)).toBe(0);
    for (const reader of [seller, buyer])
      expect((await one.http.get(`/messages/attachments/${file}`, { as: reader })).status).toBe(200);
    expect((await one.http.get("/messages/attachments/none", { as: seller })).status).toBe(404);
  });
});

it("a file that several processes take from home at once is received once", async () => {
  const processes = [one, two, one, two];
  for (let round = 0; round < 100; round++) {
    const row = {
      id: `1_${round}.pdf`,
      user_id: 1,
      site_id: "MLA",
      place: 0,
      original_name: "a.pdf",
      type: "application/pdf",
      size: 1,
      sha256: "",
      object_key: `message-attachments/received-${round}`,
      created_at: one.deps.clock.now(),
    };
    await Promise.all(processes.map(({ deps }) => deps.attachments.receive(JSON.stringify([row]))));
    expect(await countRows(home.url, "message_attachments", `id = '${row.id}'`)).toBe(1);
  }
});

describe("a file that is sent at once to sales of two sites", () => {
  const { seller, sellerId, buyerId } = sides.MLA;
  /** A sale at MLB whose seller sells at MLA too. */
  const soldAbroad = async () =>
    (await one.sale({ ...newSale("MLB", { sellerId }, 1), buyerId, status: "paid" })).packId;
  const send = (packId: number, file: string, { http } = two) =>
    http.post(`/messages/packs/${packId}/sellers/${sellerId}`, {
      as: seller,
      body: messageOf("MLA", "seller", "va", [file]),
    });
  const placesOf = async (file: string) =>
    (
      await Promise.all(
        [home.url, mla.url].map((url) =>
          query(url, "SELECT message_id FROM message_attachments WHERE id = $1", [file]),
        ),
      )
    ).flat();

  it("is sent with one of the messages", async () => {
    const [[{ id }], abroad] = [await buyAt("MLA", one), await soldAbroad()];
    for (let round = 0; round < 10; round++) {
      const file = await uploads(one.http).uploaded(seller);
      const sent = await Promise.all([send(id, file), send(abroad, file, one)]);
      expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 422]);
      expect(await placesOf(file)).toEqual([{ message_id: expect.any(String) }]);
    }
  });

  it("is the site's that claimed it, also after a crash of who took it there", async () => {
    const [[{ id }], abroad] = [await buyAt("MLA", one), await soldAbroad()];
    const file = await uploads(one.http).uploaded(seller);
    const { claim } = one.deps.attachments;
    const rows = await claim([file], { userId: sellerId, siteId: "MLA" });
    await one.deps.sites
      ?.opened()
      .get("MLA")
      ?.attachments.receive(rows ?? "");
    expect(await placesOf(file)).toHaveLength(2);
    expect(await claim([file], { userId: sellerId, siteId: "MLC" })).toBeUndefined();
    expect((await send(abroad, file)).status).toBe(422);
    expect((await send(id, file)).status).toBe(201);
    expect(await placesOf(file)).toEqual([{ message_id: expect.any(String) }]);
  });
});

/** An order of a seller at a site, made some minutes ago. */
const newSale = (siteId: Site, { sellerId }: { sellerId: number }, minutes: number) => ({
  siteId,
  sellerId,
  buyerId: ids.buyer,
  itemId: sides[siteId].item,
  variationId: null,
  quantity: 1,
  unitPrice: 10,
  currencyId: "ARS",
  logisticType: "drop_off",
  selfService: false,
  status: "payment_required" as const,
  createdAt: new Date(one.clock.now().getTime() - minutes * 60_000),
});

describe("a search", () => {
  const sellerId = 3_000_000_021;
  const made: number[] = [];
  interface Search {
    results: { id: number }[];
    paging: { total: number };
    available_filters: { id: string; values: { id: string; results: number }[] }[];
  }
  const search = async (query: string, { http } = two) => {
    const answer = await http.get(`/orders/search?seller=${sellerId}&${query}`, { as });
    expect([query, answer.status]).toEqual([query, 200]);
    return answer.json<Search>();
  };
  const idsOf = ({ results }: Search) => results.map(({ id }) => id);

  beforeAll(async () => {
    // Two at the same minute, each at another site, so that ids decide.
    for (let index = 0; index < 14; index++) {
      const siteId = siteIds[index % 2] ?? "MLA";
      const sale = newSale(siteId, { sellerId }, index - (index % 2));
      const [order] = await (one.deps.sites?.alone(siteId === "MLA" ? "MLA" : undefined, (of) =>
        of.orders.add([index < 4 ? { ...sale, status: "paid" } : sale], { packed: index === 0 }),
      ) ?? []);
      made.push(order?.id ?? 0);
    }
  });

  it("over all sites has exact totals and filters, sorted and in pages", async () => {
    const all = await search("sort=date_desc&limit=50");
    expect(all.paging.total).toBe(14);
    const pairs = made.map((_, index) => index - (index % 2));
    const latestFirst = made.toSorted(
      (a, b) => (pairs[made.indexOf(a)] ?? 0) - (pairs[made.indexOf(b)] ?? 0) || b - a,
    );
    expect(idsOf(all)).toEqual(latestFirst);
    for (const [sort, expected] of [
      ["date_desc", latestFirst],
      ["date_asc", latestFirst.toReversed()],
    ] as const) {
      const pages: number[] = [];
      for (let offset = 0; offset < 15; offset += 4) {
        const page = await search(`sort=${sort}&limit=4&offset=${offset}`, offset % 8 ? one : two);
        expect(page.paging.total).toBe(14);
        pages.push(...idsOf(page));
      }
      expect(pages).toEqual(expected);
    }
    const statuses = all.available_filters.find(({ id }) => id === "order.status")?.values;
    expect(statuses?.map(({ id, results }) => [id, results])).toEqual([
      ["payment_required", 10],
      ["paid", 4],
    ]);
    expect(await search("limit=0")).toMatchObject({ results: [], paging: { total: 14 } });
  });

  it("finds orders by their ids, of whichever site, and shows their parts", async () => {
    for (const id of made.slice(0, 2)) expect(idsOf(await search(`q=${id}`))).toEqual([id]);
    expect(idsOf(await search("q=9999999999999999"))).toEqual([]);
    const bought = await one.http.get("/orders/search?buyer=me", { as: sides.MLB.buyer });
    const [order] = bought.json<{ results: OrderJson[] }>().results;
    expect(order?.payments).toHaveLength(1);
  });
});

describe("other services", () => {
  it("get the packs, payments and trades of all sites", async () => {
    const rpc = ordersRpc(two.deps);
    const sales = { MLA: await buyAt("MLA", one, { items: ["MLA100", "MLA104"] }), MLB: [sold.MLB] };
    expect(await rpc.pack({ pack_id: sales.MLA[0].pack_id ?? 0 })).toMatchObject({ site_id: "MLA" });
    expect(await rpc.pack({ pack_id: sold.MLB.id })).toMatchObject({ site_id: "MLB" });
    const order_ids = [sold.MLB.id, ...sales.MLA.map(({ id }) => id)];
    const paid = await rpc.payments({ order_ids });
    expect(paid.map(({ payment_id }) => payment_id).toSorted()).toEqual(
      [...sales.MLA, sold.MLB].flatMap(({ payments }) => payments.map(({ id }) => id)).toSorted(),
    );
    const [trades] = await rpc.trades({ user_ids: [3_000_000_021] });
    expect(trades).toEqual({
      user_id: 3_000_000_021,
      sold: { completed: 14, canceled: 0, canceled_paid: 0 },
      bought: { completed: 0, canceled: 0, canceled_paid: 0 },
    });
  });

  it("tell of shipments where the orders are", async () => {
    for (const siteId of siteIds) {
      const [{ id }] = await buyAt(siteId, one);
      const state = { shipment_id: 1, substatus: null, at: "2026-03-11T10:00:00.000Z" };
      await ordersRpc(two.deps).shipmentMoved({ ...state, order_ids: [id], status: "delivered", version: 3 });
      expect((await read(id)).tags).toContain("delivered");
    }
    const unknown = { order_ids: [lastOfHome], status: "shipped", version: 1 };
    const state = { shipment_id: 1, substatus: null, at: "2026-03-11T10:00:00.000Z" };
    expect(await ordersRpc(one.deps).shipmentMoved({ ...state, ...unknown })).toEqual({});
  });
});

describe("what is due", () => {
  const hour = 3_600_000;

  it("is listed over all sites in one order, page after page", async () => {
    const [after, until] = [one.clock.now(), new Date(one.clock.now().getTime() + 100 * hour)];
    const list = (limit: number) => dueWorkOf(two.deps).list({ after, until, limit });
    const all = await list(1_000);
    const unpaid = `status = 'payment_required'`;
    const [atSite, atHome] = await Promise.all(
      [mla.url, home.url].map((url) => countRows(url, "orders", unpaid)),
    );
    expect(Math.min(atSite ?? 0, atHome ?? 0)).toBeGreaterThan(0);
    expect(all.filter(({ id }) => id.startsWith("/orders/"))).toHaveLength((atSite ?? 0) + (atHome ?? 0));
    const times = all.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((earlier, later) => earlier - later));
    expect(await list(7)).toEqual(all.slice(0, 7));
  });

  it("is done in each database, by the clock of a sandbox too", async () => {
    const unpaid = await Promise.all(
      siteIds.map((siteId) => buyAt(siteId, two, { payment: { status: "pending" } })),
    );
    const lacking = "shipment_id IS NULL AND status = 'paid' AND NOT no_shipping";
    const without = () => Promise.all([mla.url, home.url].map((url) => countRows(url, "orders", lacking)));
    expect(Math.min(...(await without()))).toBeGreaterThan(0);
    two.clock.advance(73 * hour);
    await dueWorkOf(two.deps).run();
    for (const [{ id }] of unpaid) expect((await read(id)).status).toBe("cancelled");
    expect(await without()).toEqual([0, 0]);
  });

  it("is handed over from the outbox of each database by the jobs of one process", async () => {
    const sales = await Promise.all(siteIds.map((siteId) => buyAt(siteId, one)));
    const waiting = async () => (await ordersRpc(one.deps).vitals({})).outbox?.waiting;
    const ofSite = () => statesOf(one.deps.sites?.opened() ?? new Map()).get("MLA");
    const [atSite, atHome] = [(await ofSite()?.outbox())?.count ?? 0, (await outboxOf(one.deps)).count];
    expect(Math.min(atSite, atHome)).toBeGreaterThan(0);
    expect(await waiting()).toBe(atSite + atHome);
    const jobs = await startJobs(one.deps);
    await expect.poll(waiting).toBe(0);
    await jobs.stop();
    const resources = new Set(world.published.map(({ resource }) => resource));
    for (const [{ id }] of sales) expect(resources).toContain(`/orders/${id}`);
  });
});

describe("while the database of another site is away", () => {
  it("what is of no single site is 503, and everything else of a site goes on", async () => {
    const { seller } = sides.MLB;
    const [{ id }] = await buyAt("MLB", lame);
    for (const path of ["/orders/search?seller=me", "/messages/unread?role=seller"])
      expect([path, (await lame.http.get(path, { as: seller })).status]).toEqual([path, 503]);
    expect((await lame.http.get(`/orders/${idRangeOf("MLC").first}`, { as })).status).toBe(503);
    const sent = await lame.http.post(talkOf("MLB", id), { as: seller, body: messageOf("MLB", "seller") });
    expect(sent.status, sent.text).toBe(201);
    const message = `/messages/${sent.json<{ id: string }>().id}`;
    expect((await lame.http.get(message, { as: seller })).status).toBe(200);
    expect((await lame.http.get(`/orders/${id}`, { as })).status).toBe(200);
    expect((await lame.http.get("/readyz")).status).toBe(200);
  });
});
