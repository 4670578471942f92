import { expect, test } from "vitest";
import { type Answer, get, post, put } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { newItem, newUser, type Person, users } from "../api/world.ts";

const buyer = users.buyer_mla;

interface Order {
  id: number;
  status: string;
  fulfilled: boolean | null;
  tags: string[];
  paid_amount: number;
  shipping: { id: number | null };
  payments: { id: number; status: string }[];
}

function ok<T>(answer: Answer, status = 200): T {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  return answer.json<T>();
}

/** Buys one of a new item that has five, of a new seller. */
async function buy(choice: object = {}): Promise<{ order: Order; item: string; seller: Person }> {
  const seller = await newUser();
  const item = await newItem(seller, { available_quantity: 5 });
  const body = { items: [{ id: item, quantity: 1 }], shipping: { outcome: "manual" }, ...choice };
  const [order] = ok<{ orders: Order[] }>(await post("/orders", { as: buyer, body }), 201).orders;
  if (!order) throw new Error("nothing was bought");
  return { order, item, seller };
}
const read = async (id: number): Promise<Order> => ok(await get(`/orders/${id}`, { as: buyer }));
const stockOf = async (item: string): Promise<number> =>
  ok<{ available_quantity: number }>(await get(`/items/${item}`, { as: buyer })).available_quantity;

/** Moves the shipment of an order by its seller's hand. */
async function ship(order: Order, as: Person, status: string, substatus?: string): Promise<void> {
  ok(await put(`/shipments/${order.shipping.id}`, { as, body: { status, substatus } }));
}

/** flex-service tells orders-service of its shipments soon, and not at once. */
const becomes = (id: number, expected: Partial<Order>) => expect.poll(() => read(id)).toMatchObject(expected);

test("an order is bought unpaid, paid, shipped and delivered", async () => {
  const { order, item, seller } = await buy({ payment: { status: "pending" } });
  expect(order).toMatchObject({ status: "payment_required", shipping: { id: null } });
  expect(await stockOf(item)).toBe(4);
  const pending = ok<{ results: Order[] }>(await get("/orders/search/pending", { as: seller })).results;
  expect(pending.map(({ id }) => id)).toEqual([order.id]);
  ok(await put(`/payments/${order.payments[0]?.id}`, { as: buyer, body: { status: "approved" } }));
  const paid = await read(order.id);
  expect(paid).toMatchObject({ status: "paid", shipping: { id: expect.any(Number) } });
  await ship(paid, seller, "shipped");
  await expect
    .poll(async () => (await put(`/orders/${order.id}`, { as: buyer, body: { status: "cancelled" } })).status)
    .toBe(409);
  await ship(paid, seller, "delivered");
  await becomes(order.id, { status: "paid", fulfilled: true, tags: expect.arrayContaining(["delivered"]) });
});

test("a canceled order is refunded, its shipment stops and its stock comes back", async () => {
  const { order, item, seller } = await buy();
  const canceled = await put(`/orders/${order.id}`, { as: seller, body: { status: "cancelled" } });
  expect(ok<Order>(canceled)).toMatchObject({
    status: "cancelled",
    paid_amount: 0,
    payments: [{ status: "refunded" }],
  });
  expect(await stockOf(item)).toBe(5);
  const shipment = await get(`/shipments/${order.shipping.id}`, { as: seller });
  expect(shipment.json()).toMatchObject({ status: "cancelled" });
});

test("an order whose shipment comes back is refunded and canceled, without its stock", async () => {
  const { order, item, seller } = await buy();
  await ship(order, seller, "shipped");
  await ship(order, seller, "not_delivered", "returned");
  await becomes(order.id, { status: "cancelled", paid_amount: 0 });
  expect(await stockOf(item)).toBe(4);
});

test("a shipment that its seller stops cancels the order, and its stock comes back", async () => {
  const { order, item, seller } = await buy();
  await ship(order, seller, "cancelled");
  await becomes(order.id, { status: "cancelled", paid_amount: 0 });
  await expect.poll(() => stockOf(item)).toBe(5);
});

test("orders of one seller share a shipment; one of them is canceled alone", async () => {
  const seller = await newUser();
  const items = [await newItem(seller), await newItem(seller)];
  const body = { items: items.map((id) => ({ id, quantity: 1 })), shipping: { outcome: "manual" } };
  const { orders } = ok<{ orders: Order[] }>(await post("/orders", { as: buyer, body }), 201);
  const [first, second] = orders;
  if (!first || !second) throw new Error("two orders were bought");
  expect(first.shipping.id).toBe(second.shipping.id);
  ok(await put(`/orders/${first.id}`, { as: buyer, body: { status: "cancelled" } }));
  const shipment = await get(`/shipments/${second.shipping.id}`, { as: seller });
  expect(shipment.json()).toMatchObject({ status: "ready_to_ship" });
  expect(await read(second.id)).toMatchObject({ status: "paid" });
  ok(await put(`/orders/${second.id}`, { as: buyer, body: { status: "cancelled" } }));
  const stopped = await get(`/shipments/${second.shipping.id}`, { as: seller });
  expect(stopped.json()).toMatchObject({ status: "cancelled" });
});

test("a seller and a buyer find the order, and nobody else does", async () => {
  const { order, seller } = await buy();
  const sold = ok<{ results: Order[]; paging: object }>(
    await get("/orders/search?seller=me", { as: seller }),
  );
  expect(sold).toMatchObject({ results: [{ id: order.id }], paging: { total: 1 } });
  expect(sold.results[0]).toEqual(ok(await get(`/orders/${order.id}`, { as: seller })));
  const bought = await get(`/orders/search?buyer=${buyer.id}&q=${order.id}`, { as: buyer });
  expect(bought.json()).toMatchObject({ results: [{ id: order.id }] });
  const foreign = await get(`/orders/search?seller=${seller.id}`, { as: buyer });
  expectProblem(foreign, 403, "caller.id.invalid", "caller.id does not match buyer or seller");
});

test("orders of a purchase that are paid one by one go in one shipment, until it has left", async () => {
  const seller = await newUser();
  const items = [await newItem(seller), await newItem(seller), await newItem(seller)];
  const { orders } = ok<{ orders: Order[] }>(
    await post("/orders", {
      as: buyer,
      body: {
        items: items.map((id) => ({ id, quantity: 1 })),
        payment: { status: "none" },
        shipping: { outcome: "manual" },
      },
    }),
    201,
  );
  const [first, second, late] = orders.map(({ id }) => id);
  if (!first || !second || !late) throw new Error("three orders were bought");
  const pay = async (id: number): Promise<Order> => {
    ok(await post(`/orders/${id}/payments`, { as: buyer, body: {} }), 201);
    return read(id);
  };
  const [{ shipping }, other] = await Promise.all([pay(second), pay(first)]);
  expect(shipping.id).toEqual(expect.any(Number));
  expect(other.shipping).toEqual(shipping);
  const parts = ok<{ order_id: number }[]>(await get(`/shipments/${shipping.id}/items`, { as: seller }));
  expect(parts.map(({ order_id }) => order_id).toSorted()).toEqual([first, second]);
  await ship(other, seller, "shipped");
  const apart = await pay(late);
  expect(apart.shipping.id).toEqual(expect.any(Number));
  expect(apart.shipping.id).not.toBe(shipping.id);
});

test("an operator says that a refund is stuck, and that a purchase is a fraud", async () => {
  const judge = (id: number, status: string) =>
    put(`/orders/${id}`, { as: users.operator, body: { status } });
  const { order, item, seller } = await buy();
  expect(ok<Order>(await judge(order.id, "pending_cancel"))).toMatchObject({ status: "pending_cancel" });
  const stuck = `/orders/search?seller=me&order.status=pending_cancel`;
  expect((await get(stuck, { as: seller })).json()).toMatchObject({ results: [{ id: order.id }] });
  expect(ok<Order>(await judge(order.id, "cancelled"))).toMatchObject({
    status: "cancelled",
    paid_amount: 0,
  });
  const fraud = await buy();
  expect(ok<Order>(await judge(fraud.order.id, "invalid"))).toMatchObject({
    status: "invalid",
    payments: [{ status: "refunded" }],
  });
  const shipment = await get(`/shipments/${fraud.order.shipping.id}`, { as: fraud.seller });
  expect(shipment.json()).toMatchObject({ status: "cancelled" });
  expect([await stockOf(item), await stockOf(fraud.item)]).toEqual([5, 5]);
});

test("a sale that its seller did not fulfill is confirmed, and then canceled by either party", async () => {
  const { order, seller } = await buy();
  const feedback = { fulfilled: false, rating: "neutral", reason: "OUT_OF_STOCK" };
  ok(await post(`/orders/${order.id}/feedback`, { as: seller, body: feedback }), 201);
  expect(await read(order.id)).toMatchObject({ status: "confirmed", paid_amount: 0 });
  const canceled = await put(`/orders/${order.id}`, { as: buyer, body: { status: "cancelled" } });
  expect(ok<Order>(canceled)).toMatchObject({
    status: "cancelled",
    tags: expect.arrayContaining(["unfulfilled"]),
  });
});

test("an order has the document that its billing information has, and its payment's mediation", async () => {
  const { order, seller } = await buy();
  const info = ok<{ billing_info: { doc_type: string; doc_number: string } }>(
    await get(`/orders/${order.id}/billing_info`, { as: seller }),
  ).billing_info;
  expect(info.doc_type).toEqual(expect.any(String));
  const [payment] = order.payments;
  ok(await put(`/payments/${payment?.id}`, { as: users.operator, body: { status: "in_mediation" } }));
  expect(await read(order.id)).toMatchObject({
    buyer: { billing_info: { doc_type: info.doc_type, doc_number: info.doc_number } },
    mediations: [{ id: payment?.id }],
  });
});
