import { type Caller, platformTimestamp } from "@marketplace/conventions";
import { conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import type { Clients } from "../deps.ts";
import { buyer, ids, operator, ordersService, seller, stranger } from "../orders.fixture.ts";
import { packs } from "../packs/packs.resource.ts";
import { orders } from "./orders.resource.ts";
import { buy as buyItems, complete, returnAbandoned, takeUp } from "./purchases.service.ts";
import { createMissingShipments, createShipments } from "./shipments.service.ts";

const { http, sale, catalog, clock, flex, db, deps } = await ordersService();

interface Bought {
  pack_id: number | null;
  orders: { id: number; pack_id: number | null; shipment_id: number | null; items: { id: string }[] }[];
}
type Lines = { id: string; quantity: number }[];
const buy = (items: Lines, headers: Record<string, string> = {}) =>
  http.post("/orders", { as: buyer, body: { items }, headers });
async function bought(items: Lines): Promise<Bought> {
  const answer = await buy(items);
  if (answer.status !== 201) throw new Error(`the purchase failed: ${answer.text}`);
  return answer.json<Bought>();
}
const buyerCaller: Caller = {
  userId: ids.buyer,
  applicationId: 1,
  siteId: "MLA",
  scopes: ["read", "write"],
  roles: ["buyer"],
};
const one = { caller: buyerCaller, lines: [{ id: "MLA100", quantity: 1 }] };
/** Buys one MLA100 while catalog-service behaves differently. */
const buyWith = (changes: Partial<Clients["catalog"]>) =>
  buyItems({ ...deps, catalog: { ...catalog, ...changes } }, one, (taken) => complete(deps, taken));
const purchaseStates = async () => {
  const { rows } = await db.pool.query<{ state: string }>(
    "SELECT state FROM purchases ORDER BY created_at, id",
  );
  return rows.map(({ state }) => state);
};

describe("buying", () => {
  it("a single item makes an order without a pack, takes stock and gets a shipment", async () => {
    const stock = catalog.stockOf("MLA100") ?? 0;
    const { pack_id, orders: made } = await bought([{ id: "MLA100", quantity: 2 }]);
    expect(pack_id).toBeNull();
    expect(made).toMatchObject([
      {
        id: expect.any(Number),
        pack_id: null,
        site_id: "MLA",
        seller_id: ids.seller,
        buyer_id: ids.buyer,
        items: [{ id: "MLA100", variation_id: null, quantity: 2, unit_price: 100.5 }],
        currency_id: "ARS",
        logistic_type: "drop_off",
        shipment_id: expect.any(Number),
        date_created: platformTimestamp(clock.now()),
      },
    ]);
    expect(made[0]?.id).toBeGreaterThan(2 ** 31);
    expect(catalog.stockOf("MLA100")).toBe(stock - 2);
  });

  it("several items of one seller make a pack of one order each; an item on Flex ships as self_service", async () => {
    const { pack_id, orders: made } = await bought([
      { id: "MLA100", quantity: 1 },
      { id: "MLA101", quantity: 1 },
    ]);
    expect(pack_id).toEqual(expect.any(Number));
    expect(made.map((order) => order.pack_id)).toEqual([pack_id, pack_id]);
    expect(made.map(({ id }) => flex.shipments.get(id)?.selfService)).toEqual([false, true]);
    const pack = await http.get(`/packs/${pack_id}`, { as: seller });
    expect(pack.json()).toMatchObject({ id: pack_id, orders: made.map(({ id }) => ({ id })) });
  });

  it("items of several sellers makes separate packs and orders for each seller", async () => {
    const { pack_id, orders: made } = await bought([
      { id: "MLA100", quantity: 1 },
      { id: "MLA200", quantity: 1 },
      { id: "MLA101", quantity: 1 },
    ]);
    expect(pack_id).toBeNull();
    const packOf = (itemId: string) => made.find(({ items }) => items[0]?.id === itemId)?.pack_id;
    expect(packOf("MLA100")).toEqual(expect.any(Number));
    expect(packOf("MLA101")).toBe(packOf("MLA100"));
    expect(packOf("MLA200")).toBeNull();
  });

  it("names every item with an issue and takes no stock", async () => {
    const before = ["MLA100", "MLA102"].map((id) => catalog.stockOf(id));
    const answer = await buy([
      { id: "MLA102", quantity: 2 },
      { id: "MLA100", quantity: 1 },
      { id: "MLA103", quantity: 1 },
      { id: "MLA999", quantity: 1 },
    ]);
    const { cause } = expectProblem(
      answer,
      409,
      "conflict",
      "Item MLA102 does not have the quantity asked for",
    );
    expect(cause).toEqual([
      expect.objectContaining({ code: "insufficient", references: ["body.items[0]"] }),
      expect.objectContaining({ code: "not_active", references: ["body.items[2]"] }),
      expect.objectContaining({ code: "not_found", references: ["body.items[3]"] }),
    ]);
    expect(["MLA100", "MLA102"].map((id) => catalog.stockOf(id))).toEqual(before);
  });

  const refused: [string, unknown, number, string, string][] = [
    ["an unknown item", [{ id: "MLA999", quantity: 1 }], 404, "not_found", "Item with id MLA999 not found"],
    ["a paused item", [{ id: "MLA103", quantity: 1 }], 400, "not_active_item", "Item MLA103 is not active"],
    [
      "an item of another site",
      [{ id: "MLB300", quantity: 1 }],
      403,
      "forbidden",
      "Item MLB300 is sold on another site",
    ],
    [
      "more money than amounts hold",
      [{ id: "MLA108", quantity: 2 }],
      400,
      "bad_request",
      "Item MLA108 costs too much in this quantity",
    ],
    [
      "an item without a price",
      [{ id: "MLA109", quantity: 1 }],
      400,
      "bad_request",
      "Item MLA109 has no price: it cannot be bought",
    ],
    [
      "an item that its category does not sell online",
      [{ id: "MLA110", quantity: 1 }],
      400,
      "bad_request",
      "Item MLA110 is in a category whose items are not bought online",
    ],
    ["no item", [], 400, "bad_request", "Invalid body.items: Too small: expected array to have >=1 items"],
    ["a quantity of 0", [{ id: "MLA100", quantity: 0 }], 400, "bad_request", expect.any(String)],
    ["a quantity of 1.5", [{ id: "MLA100", quantity: 1.5 }], 400, "bad_request", expect.any(String)],
    ["a malformed item id", [{ id: "100", quantity: 1 }], 400, "bad_request", expect.any(String)],
    ["an item twice", Array(2).fill({ id: "MLA100", quantity: 1 }), 400, "bad_request", expect.any(String)],
  ];
  it.each(refused)("%s is refused", async (_, items, status, error, message) => {
    const answer = await http.post("/orders", { as: buyer, body: { items } });
    expect(answer.json()).toMatchObject({ status, error, message });
  });

  it("a seller cannot buy their own item", async () => {
    const answer = await http.post("/orders", {
      as: seller,
      body: { items: [{ id: "MLA100", quantity: 1 }] },
    });
    expectProblem(answer, 403, "forbidden", "You can't buy your own item MLA100");
  });

  it("one of ten buyers gets the last piece", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy([{ id: "MLA102", quantity: 1 }])));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(catalog.stockOf("MLA102")).toBe(0);
  });

  it("a repeated request with its Idempotency-Key is the same purchase", async () => {
    const stock = catalog.stockOf("MLA200") ?? 0;
    const key = { "Idempotency-Key": "purchase-1" };
    const [first, second] = await Promise.all([1, 2].map(() => buy([{ id: "MLA200", quantity: 1 }], key)));
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(first?.json()).toEqual(second?.json());
    expect(catalog.stockOf("MLA200")).toBe(stock - 1);
  });
});

describe("sixty purchases at once", () => {
  const sixty = Array.from({ length: 60 }, (_, index) => index);

  it("with different keys succeed while stock lasts, and fail then", async () => {
    const stock = catalog.stockOf("MLA104") ?? 0;
    const answers = await Promise.all(
      sixty.map((n) => buy([{ id: "MLA104", quantity: 1 }], { "Idempotency-Key": `distinct-${n}` })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(stock);
    expect(statuses.filter((status) => status === 409)).toHaveLength(60 - stock);
    expect(catalog.stockOf("MLA104")).toBe(0);
    expect(await purchaseStates()).not.toContain("pending");
  });

  it("with one key are one purchase, and all get its answer", async () => {
    const stock = catalog.stockOf("MLA100") ?? 0;
    const key = { "Idempotency-Key": "the-same" };
    const answers = await Promise.all(sixty.map(() => buy([{ id: "MLA100", quantity: 1 }], key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.json<Bought>().orders[0]?.shipment_id).toEqual(expect.any(Number));
    expect(catalog.stockOf("MLA100")).toBe(stock - 1);
  });
});

describe("a repetition of a purchase with a key", () => {
  const wanted = { ...one, sameAs: "the hash of a request" };

  it("resumes a purchase that a crash interrupted, and takes its stock once", async () => {
    const stock = catalog.stockOf("MLA100") ?? 0;
    const before = await takeUp(deps, wanted);
    const again = await takeUp(deps, wanted);
    expect(again.purchase).toEqual(before.purchase);
    expect((await complete(deps, again)).orders).toHaveLength(1);
    expect(catalog.stockOf("MLA100")).toBe(stock - 1);
  });

  it("succeeds when the first attempt took the last piece", async () => {
    const lastPiece = { ...wanted, lines: [{ id: "MLA105", quantity: 1 }] };
    await takeUp(deps, lastPiece);
    expect((await complete(deps, await takeUp(deps, lastPiece))).orders).toHaveLength(1);
  });

  it("returns no stock when another attempt completes the purchase", async () => {
    const stock = catalog.stockOf("MLA100") ?? 0;
    const late = buyItems(deps, wanted, async (taken) => {
      await complete(deps, taken);
      throw new Error("the key has its answer");
    });
    await expect(late).rejects.toThrow("the key has its answer");
    expect(catalog.stockOf("MLA100")).toBe(stock - 1);
  });

  it("begins a new purchase after the stock of the first was returned", async () => {
    const stock = catalog.stockOf("MLA100") ?? 0;
    const before = await takeUp(deps, wanted);
    clock.advance(121_000);
    await returnAbandoned(deps);
    const after = await takeUp(deps, wanted);
    expect(after.purchase.id).not.toBe(before.purchase.id);
    expect((await complete(deps, after)).orders).toHaveLength(1);
    expect(catalog.stockOf("MLA100")).toBe(stock - 1);
  });
});

describe("an interrupted purchase", () => {
  it("returns its stock at once when its orders cannot be created", async () => {
    const stock = catalog.stockOf("MLA100");
    const failing = buyItems(deps, one, () => Promise.reject(new Error("no connection")));
    await expect(failing).rejects.toThrow("no connection");
    expect(catalog.stockOf("MLA100")).toBe(stock);
    expect(await purchaseStates()).not.toContain("pending");
  });

  it("returns its stock later when catalog-service does not answer", async () => {
    const stock = catalog.stockOf("MLA100");
    const down = { ...catalog, returnStock: () => Promise.reject(new Error("down")) };
    const failing = buyItems({ ...deps, catalog: down }, one, () =>
      Promise.reject(new Error("no connection")),
    );
    await expect(failing).rejects.toThrow("no connection");
    expect(await purchaseStates()).toContain("returning");
    clock.advance(121_000);
    expect(await returnAbandoned(deps)).toBe(1);
    expect(catalog.stockOf("MLA100")).toBe(stock);
    expect(await purchaseStates()).not.toContain("returning");
  });

  it("returns its stock when it is abandoned", async () => {
    const stock = catalog.stockOf("MLA100");
    const id = "7c7ad5a5-94b5-44f0-9a40-3f7c1d0f2f10";
    await deps.purchases.begin({ id, buyerId: ids.buyer, at: clock.now(), begunAt: clock.now() });
    await catalog.takeStock({ purchase_key: id, lines: [{ item_id: "MLA100", quantity: 1 }] });
    expect(await returnAbandoned(deps)).toBe(0);
    clock.advance(121_000);
    expect(await returnAbandoned(deps)).toBe(1);
    expect(catalog.stockOf("MLA100")).toBe(stock);
    expect(await purchaseStates()).not.toContain("pending");
  });

  it("returns its stock within the same time when the clock is set back by hours", async () => {
    const stock = catalog.stockOf("MLA100");
    const id = "7c7ad5a5-94b5-44f0-9a40-3f7c1d0f2f11";
    await deps.purchases.begin({ id, buyerId: ids.buyer, at: clock.now(), begunAt: clock.now() });
    await catalog.takeStock({ purchase_key: id, lines: [{ item_id: "MLA100", quantity: 1 }] });
    clock.step(-5 * 3_600_000);
    expect(await returnAbandoned(deps)).toBe(0);
    clock.advance(121_000);
    expect(await returnAbandoned(deps)).toBe(1);
    expect(catalog.stockOf("MLA100")).toBe(stock);
    clock.step(5 * 3_600_000);
  });

  it("cannot be completed after its stock was returned", async () => {
    const stock = catalog.stockOf("MLA100");
    const slow = buyWith({
      async takeStock(input) {
        const answer = await catalog.takeStock(input);
        clock.advance(121_000);
        await returnAbandoned(deps);
        return answer;
      },
    });
    await expect(slow).rejects.toMatchObject({ status: 503 });
    expect(catalog.stockOf("MLA100")).toBe(stock);
  });

  it("stays pending when catalog-service fails, and a delayed call takes no stock", async () => {
    const stock = catalog.stockOf("MLA100");
    const calls: Parameters<typeof catalog.takeStock>[0][] = [];
    const cut = buyWith({
      async takeStock(input) {
        calls.push(input);
        throw new Error("connection reset");
      },
    });
    await expect(cut).rejects.toThrow("connection reset");
    expect(await purchaseStates()).toContain("pending");
    clock.advance(121_000);
    await returnAbandoned(deps);
    for (const late of calls) expect(await catalog.takeStock(late)).toMatchObject({ taken: false });
    expect(catalog.stockOf("MLA100")).toBe(stock);
  });

  it("refunded in part while flex-service is down gets it later, too", async () => {
    const down = { ...flex, createShipment: async () => Promise.reject(new Error("down")) };
    const { orderId } = await sale({ createdAt: clock.now() }, { packed: false });
    const [order] = await createShipments({ ...deps, flex: down }, await deps.orders.findAll([orderId]));
    expect(order?.shipmentId).toBeNull();
    const [payment] = await deps.payments.ofOrders([orderId]);
    await http.post(`/payments/${payment?.id}/refunds`, { as: seller, body: { amount: 1.5 } });
    const read = await http.get(`/orders/${orderId}`, { as: buyer });
    expect(read.json()).toMatchObject({ status: "partially_refunded", shipping: { id: expect.any(Number) } });
  });

  it("refunded in part is found by the job that creates shipments", async () => {
    const { orderId } = await sale(
      { status: "partially_refunded", closedAt: clock.now() },
      { packed: false },
    );
    clock.advance(16_000);
    expect(await createMissingShipments(deps)).toBeGreaterThan(0);
    expect((await deps.orders.find(orderId))?.shipmentId).not.toBeNull();
  });

  it("paid when the shipment of its pack has left gets one of its own", async () => {
    const { packId } = await sale({ createdAt: clock.now() }, { items: 2 });
    const [first, second] = await deps.orders.findAll((await deps.packs.find(packId))?.orderIds ?? []);
    if (!first || !second) throw new Error("the pack has no two orders");
    const left = {
      ...flex,
      createShipment: async (order: Parameters<typeof flex.createShipment>[0]) =>
        order.order_ids?.includes(first.id)
          ? { shipment_id: 77, order_ids: [first.id] }
          : flex.createShipment(order),
    };
    const parted = await createShipments({ ...deps, flex: left }, [first, second]);
    expect(parted.map(({ shipmentId }) => shipmentId)).toEqual([77, null]);
    const [own] = await createShipments({ ...deps, flex: left }, [second]);
    expect(own?.shipmentId).not.toBeNull();
  });

  it("has no shipment while flex-service is down, and gets it later", async () => {
    const down = { ...flex, createShipment: async () => Promise.reject(new Error("down")) };
    const made = await complete(deps, await takeUp(deps, one));
    const [order] = await createShipments({ ...deps, flex: down }, made.orders);
    expect(order?.shipmentId).toBeNull();
    clock.advance(16_000);
    expect(await createMissingShipments(deps)).toBeGreaterThan(0);
    const read = await http.get(`/orders/${order?.id}`, { as: buyer });
    expect(read.json()).toMatchObject({ shipment_id: expect.any(Number) });
  });

  it("gets its shipment also when the clock was set back by hours meanwhile", async () => {
    const down = { ...flex, createShipment: async () => Promise.reject(new Error("down")) };
    const made = await complete(deps, await takeUp(deps, one));
    await createShipments({ ...deps, flex: down }, made.orders);
    clock.step(-5 * 3_600_000);
    clock.advance(16_000);
    expect(await createMissingShipments(deps)).toBe(1);
    clock.step(5 * 3_600_000);
  });
});

describe("orders and packs", () => {
  it("are seen by their seller, their buyer and operators alone", async () => {
    const { packId, orderId } = await sale();
    for (const as of [seller, buyer, operator]) {
      expect((await http.get(`/orders/${orderId}`, { as })).json()).toMatchObject({ pack_id: packId });
      expect((await http.get(`/packs/${packId}`, { as })).json()).toMatchObject({
        orders: [{ id: orderId }],
      });
    }
    const refusal = "The user has not access to the order";
    expectProblem(await http.get(`/orders/${orderId}`, { as: stranger }), 403, "not_owned_order", refusal);
    expectProblem(await http.get(`/packs/${packId}`, { as: stranger }), 403, "not_owned_order", refusal);
  });

  it("an order without a pack is a pack of its own; an order in a pack is none", async () => {
    const { orderId } = await sale({}, { packed: false });
    const pack = await http.get(`/packs/${orderId}`, { as: buyer });
    expect(pack.json()).toMatchObject({ id: orderId, orders: [{ id: orderId }] });
    const packed = await sale();
    const answer = await http.get(`/packs/${packed.orderId}`, { as: buyer });
    expectProblem(answer, 400, "bad_request", "The order belong to a pack/purchase");
  });
});

conforms(orders, {
  http,
  as: buyer,
  examples: {
    getOrder: async () => ({ params: { id: (await shared()).orderId } }),
    createPurchase: { body: { items: [{ id: "MLA200", quantity: 1 }] } },
    getOrderDiscounts: async () => ({ params: { id: (await shared()).orderId } }),
    getOrderProduct: async () => ({ params: { id: (await shared()).orderId } }),
    updateOrder: async () => ({ params: { id: (await sale()).orderId }, body: { status: "cancelled" } }),
    payOrder: async () => ({ params: { id: (await sale({ status: "confirmed" })).orderId }, body: {} }),
  },
});

it.each(["orders", "packs"])("of %s an unknown id is 404, and one that is no integer 400", async (path) => {
  const unknown = await http.get(`/${path}/4600999999`, { as: buyer });
  expectProblem(unknown, 404, "order_not_found", "Order do not exists");
  expectProblem(await http.get(`/${path}/abc`, { as: buyer }), 400, "invalid_order_id");
});

conforms(packs, {
  http,
  as: buyer,
  examples: { getPack: async () => ({ params: { id: (await shared()).packId } }) },
});

let soldOnce: ReturnType<typeof sale> | undefined;
function shared() {
  soldOnce ??= sale();
  return soldOnce;
}
