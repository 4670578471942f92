import { conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { cancelOrder } from "../orders/cancellations.service.ts";
import { lifeOf } from "../orders/order-life.fixture.ts";
import { buyer, ids, operator, ordersService, seller, stranger } from "../orders.fixture.ts";
import { orderSearch } from "./order-search.resource.ts";
import type { OrderSearchWire } from "./order-search.schema.ts";

const service = await ordersService();
const { http, sale, clock, deps } = service;
const life = lifeOf(service);
const start = clock.now().getTime();
const at = (days: number) => new Date(start + days * 86_400_000);
const packed = false;

/** Sales of one seller to one buyer, by name. */
const names = {
  old: await sale({ createdAt: at(-40), title: "Silla de roble" }, { packed }),
  paid: await sale(
    { createdAt: at(-3), closedAt: at(-0.5), itemId: "MLA101", title: "Mesa 100% pino" },
    { packed },
  ),
  unpaid: await sale({ createdAt: at(-2), status: "payment_required", title: "Silla plegable" }, { packed }),
  agreed: await sale({ createdAt: at(-1), noShipping: true, title: "Cama" }, { packed }),
  ancient: await sale({ createdAt: at(-400), title: "Silla" }, { packed }),
  others: await sale({ createdAt: at(-1), sellerId: ids.otherSeller, title: "Silla" }, { packed }),
};
type Name = keyof typeof names;
const { orderId: canceled } = await sale({ createdAt: at(-5), title: "Silla rota" }, { packed });
await cancelOrder(deps, canceled, { reason: "seller" });
await deps.orders.moveShipping(
  {
    orderIds: [names.paid.orderId],
    status: "shipped",
    substatus: "out_for_delivery",
    version: 1,
    at: at(0),
  },
  at(0),
);

const nameOf = (id: number): Name | "canceled" =>
  Object.entries(names).flatMap(([name, { orderId }]) => (orderId === id ? [name as Name] : []))[0] ??
  "canceled";
const search = async (query: string, { as = seller, path = "" } = {}): Promise<OrderSearchWire> => {
  const answer = await http.get(`/orders/search${path}?${query}`, { as });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json<OrderSearchWire>();
};
const found = async (query: string, options = {}) =>
  (await search(query, options)).results.map(({ id }) => nameOf(id));

describe("a search without filters", () => {
  it("gives the caller's sales of 12 months, canceled ones too, the first paid first", async () => {
    expect(await found("")).toEqual(["old", "canceled", "unpaid", "agreed", "paid"]);
    expect(await found("seller=me")).toEqual(await found(`seller=${ids.seller}`));
  });

  it("gives a buyer's purchases by their creation", async () => {
    const bought = await found(`buyer=${ids.buyer}`, { as: buyer });
    expect(bought).toEqual(["old", "canceled", "paid", "unpaid", "agreed", "others"]);
    expect(await found("buyer=me&sort=date_desc", { as: buyer })).toEqual(bought.toReversed());
    expect(await found(`buyer=me&seller=${ids.otherSeller}`, { as: buyer })).toEqual(["others"]);
  });

  it("shows whole orders, as they are read alone", async () => {
    const { results, ...rest } = await search("limit=1");
    expect(results[0]).toEqual(await life.readAs(seller, names.old.orderId));
    expect(rest).toMatchObject({
      query: "",
      display: "complete",
      paging: { total: 5, offset: 0, limit: 1 },
      sort: { id: "date_asc", name: "Date ascending" },
      filters: [],
    });
    expect(rest.available_sorts.map(({ id }) => id)).not.toContain("date_asc");
  });

  it("counts what further filters would leave", async () => {
    const { available_filters } = await search("");
    const counts = available_filters.map(({ id, values }) => [
      id,
      Object.fromEntries(values.map((value) => [value.id, value.results])),
    ]);
    expect(Object.fromEntries(counts)).toEqual({
      "order.status": { payment_required: 1, paid: 3, cancelled: 1 },
      "shipping.status": { shipped: 1 },
      tags: { paid: 3, not_paid: 2, not_delivered: 5, test_order: 5, no_shipping: 1 },
    });
    for (const { id, values } of available_filters)
      for (const value of values)
        expect((await search(`${id}=${value.id}`)).paging.total).toBe(value.results);
  });
});

const filtered: [string, (Name | "canceled")[]][] = [
  ["order.status=paid", ["old", "agreed", "paid"]],
  ["order.status=payment_required,cancelled", ["canceled", "unpaid"]],
  ["tags=paid,no_shipping", ["agreed"]],
  ["tags=not_paid", ["canceled", "unpaid"]],
  ["tags.not=paid", ["canceled", "unpaid"]],
  ["tags.not=no_shipping,not_paid", ["old", "paid"]],
  ["tags=of_nobody", []],
  // Names that every object has.
  ["tags=constructor", []],
  ["tags.not=paid,toString", ["canceled", "unpaid"]],
  ["tags=delivered", []],
  ["shipping.status=shipped,delivered", ["paid"]],
  ["shipping.status=not_verified", []],
  ["shipping.substatus=out_for_delivery", ["paid"]],
  ["shipping.substatus=lost", []],
  [`q=${names.paid.orderId}`, ["paid"]],
  ["q=MLA101", ["paid"]],
  ["q=silla", ["old", "canceled", "unpaid"]],
  ["q=SILLA%20ple", ["unpaid"]],
  ["q=100%25", ["paid"]],
  ["q=%25", ["paid"]],
  ["q=_", []],
  [`q=USER${ids.buyer}`, ["old", "canceled", "unpaid", "agreed", "paid"]],
  [`q=USER%20${ids.buyer}`, ["old", "canceled", "unpaid", "agreed", "paid"]],
  [`q=USER${ids.seller}`, []],
  ["item=MLA101", ["paid"]],
  ["item=mesa", ["paid"]],
  [`order.date_created.from=${at(-2).toISOString()}`, ["unpaid", "agreed"]],
  [`order.date_created.to=${at(-5).toISOString()}`, ["old", "canceled"]],
  [`order.date_closed.from=${at(-1).toISOString()}`, ["agreed", "paid"]],
  [`order.date_closed.to=${at(-40).toISOString()}`, ["old"]],
  [`order.date_last_updated.from=${at(0).toISOString()}`, ["canceled", "paid"]],
  [`order.last_updated.from=${at(0).toISOString()}`, ["old", "canceled", "unpaid", "agreed", "paid"]],
  ["feedback.status=pending", ["old", "canceled", "unpaid", "agreed", "paid"]],
  ["feedback.sale.rating=positive", []],
  ["mediations.status=open", []],
  ["mediations.id=1", []],
  ["sort=date_desc&limit=2", ["paid", "agreed"]],
  ["sort=date_last_updated_asc&limit=1", ["old"]],
  ["sort=date_last_updated_desc&limit=2&order.status=paid", ["paid", "agreed"]],
  ["limit=2&offset=2", ["unpaid", "agreed"]],
  ["offset=5", []],
];
it.each(filtered)("%s", async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

it.each([
  ["/recent", ["canceled", "unpaid", "agreed", "paid"]],
  ["/archived", ["old"]],
  ["/pending", ["unpaid"]],
])("%s", async (path, expected) => {
  expect(await found("", { path })).toEqual(expected);
});

it("names the filters that were applied, and offers the others", async () => {
  const { filters, available_filters } = await search("order.status=paid&tags=paid");
  expect(filters).toEqual([
    { id: "order.status", name: "Order status", type: "text", values: [{ id: "paid", name: "Paid" }] },
    { id: "tags", name: "Tags", type: "text", values: [{ id: "paid", name: "Paid" }] },
  ]);
  expect(available_filters.map(({ id }) => id)).toEqual(["shipping.status", "tags"]);
});

it("feedback is found and counted once it is visible", async () => {
  const { orderId } = await sale({ createdAt: at(-1), title: "Lámpara" }, { packed });
  const write = (side: string, visible: boolean) =>
    service.db.execute(
      `INSERT INTO feedback (order_id, side, fulfilled, rating, restock_item, created_at, visible_at)
       VALUES ($1, $2, true, 'positive', false, $3, CASE WHEN $4 THEN $3::timestamptz END)`,
      [orderId, side, at(0), visible],
    );
  await write("sale", false);
  const total = async (query: string) =>
    (await search(`q=${encodeURIComponent("lámpara")}&${query}`)).paging.total;
  expect(await total("feedback.status=waiting_buyer")).toBe(1);
  expect(await total("feedback.sale.rating=positive")).toBe(0);
  await write("purchase", true);
  await service.db.execute("UPDATE feedback SET visible_at = created_at WHERE order_id = $1", [orderId]);
  expect(await total("feedback.status=completed")).toBe(1);
  expect(await total("feedback.sale.rating=positive&feedback.purchase.fulfilled=true")).toBe(1);
  expect(await total("feedback.purchase.fulfilled=false")).toBe(0);
});

describe("refuses", () => {
  it.each([`seller=${ids.seller}`, `buyer=${ids.buyer}`, `seller=${ids.seller}&buyer=${ids.buyer}`])(
    "the list of somebody else (%s)",
    async (query) => {
      const answer = await http.get(`/orders/search?${query}`, { as: stranger });
      expectProblem(answer, 403, "caller.id.invalid", "caller.id does not match buyer or seller");
      expect((await http.get(`/orders/search?${query}`, { as: operator })).status).toBe(200);
    },
  );

  it.each([
    "order.status=paid,unknown",
    "shipping.status=shipped,unknown",
    "sort=price_asc",
    "order.date_created.from=yesterday",
    "order.date_closed.to=2026-02-30",
    "seller=abc",
    "limit=101",
    "offset=10000&limit=1",
    "feedback.sale.rating=good",
  ])("%s", async (query) => {
    expectProblem(await http.get(`/orders/search?${query}`, { as: seller }), 400, "bad_request");
  });
});

it("discounts and product of an order are empty, and only its parties read them", async () => {
  const { orderId } = names.paid;
  expect((await http.get(`/orders/${orderId}/discounts`, { as: buyer })).json()).toEqual({ details: [] });
  expect((await http.get(`/orders/${orderId}/product`, { as: seller })).json()).toEqual({ attributes: [] });
  expectProblem(await http.get(`/orders/${orderId}/discounts`, { as: stranger }), 403, "not_owned_order");
  expectProblem(await http.get("/orders/4600999999/product", { as: buyer }), 404, "order_not_found");
});

conforms(orderSearch, {
  http,
  as: seller,
  examples: {
    searchOrders: { query: { limit: 2 } },
    searchRecentOrders: { query: { limit: 2 } },
    searchArchivedOrders: { query: { limit: 2 } },
    searchPendingOrders: { query: { limit: 2 } },
  },
});
