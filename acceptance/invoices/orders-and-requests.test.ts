import { beforeAll, describe, expect, test } from "vitest";
import { get, post } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newUser, users } from "../api/world.ts";
import { newSale, type Sale } from "./packs.ts";

const buyer = users.buyer_mla;
const buy = (items: unknown, as = buyer) => post("/orders", { as, body: { items } });

describe("buying", () => {
  test("several items of one seller are one order each, in one pack", async () => {
    const sale = await newSale(2);
    expect(sale.orders).toHaveLength(2);
    expect(sale.orders).not.toContain(sale.pack);
    const pack = (await get(`/packs/${sale.pack}`, { as: buyer })).json<{ orders: { id: number }[] }>();
    expect(pack).toMatchObject({
      id: sale.pack,
      status: "released",
      shipment: { id: expect.any(Number) },
      buyer: { id: buyer.id },
      site_id: "MLA",
      seller_id: sale.seller.id,
      buyer_id: buyer.id,
    });
    expect(pack.orders.map(({ id }) => id).toSorted()).toEqual(sale.orders.toSorted());
  });

  test("a single item is an order with pack_id null, served as the pack itself", async () => {
    const { orders, seller } = await newSale();
    const order = (await get(`/orders/${orders[0]}`, { as: seller })).json<object>();
    expect(order).toMatchObject({
      id: orders[0],
      pack_id: null,
      site_id: "MLA",
      seller_id: seller.id,
      buyer_id: buyer.id,
      items: [{ id: expect.any(String), quantity: 1, unit_price: expect.any(Number) }],
      currency_id: "ARS",
      logistic_type: expect.any(String),
      shipment_id: expect.any(Number),
      date_created: expect.stringMatching(/-04:00$/),
    });
    expect((await get(`/packs/${orders[0]}`, { as: seller })).json()).toMatchObject({
      id: orders[0],
      orders: [{ id: orders[0] }],
    });
  });

  test("an order in a pack has no pack of its own", async () => {
    const sale = await newSale(2);
    const answer = await get(`/packs/${sale.orders[0]}/fiscal_documents`, { as: sale.seller });
    expectProblem(answer, 400, "bad_request", "The order belong to a pack/purchase");
  });

  test("strangers see neither", async () => {
    const sale = await newSale();
    for (const path of [`/orders/${sale.orders[0]}`, `/packs/${sale.pack}`])
      expectProblem(await get(path, { as: users.buyer2_mla }), 403, "not_owned_order");
  });

  test("stock goes down, and never below nothing: of many buyers at once as many win as there are items", async () => {
    const id = await newItem(await newUser(), { available_quantity: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy([{ id, quantity: 1 }])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const item = await get(`/items/${id}?attributes=available_quantity,sold_quantity`, { as: buyer });
    expect(item.json()).toMatchObject({ available_quantity: 0 });
  });

  test("an item that cannot be bought is refused", async () => {
    const own = await newUser();
    const item = await newItem(own, { available_quantity: 2 });
    const tries = [
      buy([{ id: fixtures.item_paused, quantity: 1 }]),
      buy([{ id: fixtures.item_closed, quantity: 1 }]),
      buy([{ id: "MLA9999999999", quantity: 1 }]),
      buy([{ id: item, quantity: 3 }]),
      buy([{ id: item, quantity: 0 }]),
      buy([{ id: item, quantity: 1.5 }]),
      buy([]),
      buy([{ id: item, quantity: 1 }], own),
      buy([
        { id: item, quantity: 1 },
        { id: "MLA9999999999", quantity: 1 },
      ]),
    ];
    for (const answer of await Promise.all(tries)) {
      expect([400, 403, 404, 409]).toContain(answer.status);
      expectProblem(answer, answer.status, answer.json<{ error: string }>().error);
    }
    expect((await get(`/items/${item}?attributes=available_quantity`, { as: own })).json()).toEqual({
      available_quantity: 2,
    });
  });
});

describe("the request for billing data", () => {
  let sale: Sale;
  beforeAll(async () => {
    sale = await newSale();
  });
  const path = () => `/packs/${sale.pack}/fiscal_documents/request`;
  const ask = (body?: unknown, as = sale.seller) => post(path(), { as, body });

  test("is sent to the buyer", async () => {
    const answer = await ask({ text: "Me pasás tu CUIT?" });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ pack_id: sale.pack, status: "sent" });
    expect((await ask({ text: "a".repeat(500) })).status).toBe(200);
    expect((await ask({ text: "a" })).status).toBe(200);
  });

  test("without a body, or with an unreadable one, is 500, as the specification says", async () => {
    expectProblem(await ask(), 500, "internal_server_error", "The body of the request cannot be empty");
    expectProblem(await ask("{"), 500, "internal_server_error", "Error retrieving the body from the request");
  });

  test.each([[{}], [{ text: 7 }], [{ text: null }], [{ text: "" }], [{ text: "   " }]])(
    "%j is a bad request",
    async (body) => {
      expectProblem(await ask(body), 400, "bad_request");
    },
  );

  test("more than 500 characters: the message states the maximum", async () => {
    expectProblem(await ask({ text: "a".repeat(501) }), 400, "bad_request", expect.stringContaining("500"));
  });

  test("a text without any letter or digit is not valid", async () => {
    expectProblem(await ask({ text: "?!… 🙂" }), 406, "not_acceptable");
  });

  test("only the seller asks, and only one who may use messaging", async () => {
    for (const as of [sale.buyer, users.seller2_mla])
      expectProblem(await ask({ text: "Hola" }, as), 403, "forbidden");
    const silent = `/packs/${fixtures.pack_no_messaging}/fiscal_documents/request`;
    expectProblem(
      await post(silent, { as: users.no_messaging_mla, body: { text: "Hola" } }),
      403,
      "forbidden",
    );
    expectProblem(await post(path(), { body: { text: "Hola" } }), 403, "access_token_not_granted");
  });
});
