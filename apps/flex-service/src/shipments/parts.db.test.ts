import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { callers, flexService, orderWithoutShipment, sellerId } from "../flex.fixture.ts";
import { shipmentsOf } from "./shipments.fixture.ts";

const flex = await flexService();
const { http, clock } = flex;
const as = callers.seller;
const { path, sold, read, move } = shipmentsOf(flex, as);
const ask = (id: number, name: string, who: (typeof callers)[keyof typeof callers] = as) =>
  http.get(`${path(id)}/${name}`, { as: who });
const part = async (id: number, name: string) => (await ask(id, name)).json();
const buyerId = 1_000_000_003;

describe("the parts of a shipment", () => {
  it("are its items and who pays for it", async () => {
    const id = await sold();
    expect(await part(id, "items")).toEqual([
      {
        item_id: "MLA1400000001",
        description: "Cafetera",
        quantity: 2,
        variation_id: null,
        dimensions: { height: 10, width: 15, length: 20, weight: 500 },
        order_id: expect.any(Number),
        sender_id: sellerId,
      },
    ]);
    const share = { compensation: 0, save: 0, discounts: [] };
    expect(await part(id, "costs")).toEqual({
      gross_amount: 6000,
      receiver: { ...share, user_id: buyerId, cost: 6000 },
      senders: [{ ...share, user_id: sellerId, cost: 0 }],
    });
    const { receiver } = Object(await part(id, "costs"));
    expect(Object.keys(receiver)).toEqual(["user_id", "cost", "compensation", "save", "discounts"]);
    const free = await sold({ cost: 0, free_shipping: true });
    expect(await part(free, "costs")).toMatchObject({
      gross_amount: 6000,
      receiver: { cost: 0, save: 6000, discounts: [{ rate: 1, promoted_amount: 6000 }] },
      senders: [{ user_id: sellerId, cost: 6000 }],
    });
  });

  it("are the payments of its orders", async () => {
    const id = await sold();
    expect(await part(id, "payments")).toEqual([
      { payment_id: expect.any(Number), user_id: buyerId, amount: 6200.2, status: "approved" },
    ]);
    expect(await part(flex.id("shipment_other"), "payments")).toEqual([]);
  });

  it("are its history, newest first", async () => {
    const id = await sold();
    clock.advance(1000);
    await move(id, { status: "shipped" });
    expect(await part(id, "history")).toMatchObject([
      { status: "shipped", substatus: null },
      { status: "ready_to_ship", substatus: "ready_to_print" },
      { status: "handling" },
      { status: "pending" },
    ]);
  });

  it("are its carrier and what was promised", async () => {
    const id = await sold();
    expect(await part(id, "carrier")).toEqual({ name: "MEL Distribution", url: null });
    expect(await part(id, "lead_time")).toMatchObject({ cost: 6000, service_id: 61, delay: [] });
  });

  it.each(["items", "costs", "payments", "history", "sla", "delays", "carrier", "lead_time"])(
    "%s are for those who may read the shipment",
    async (name) => {
      const id = await sold();
      expectProblem(await ask(id, name, callers.otherSeller), 403, "forbidden");
      expectProblem(await ask(3_999_999_999, name), 404, "not_found");
    },
  );
});

describe("the seller's deadline", () => {
  it("is the end of the next working day, and holds until it is over", async () => {
    const [kept, given] = [await sold({ outcome: "manual" }), await sold({ outcome: "manual" })];
    await move(given, { status: "shipped" });
    expect(await part(kept, "sla")).toMatchObject({ status: "on_time" });
    expect(await part(given, "sla")).toMatchObject({ status: "early" });
    clock.advance(48 * 3_600_000);
    expect(await part(kept, "sla")).toMatchObject({ status: "delayed", service: "drop_off" });
    expect(await part(given, "sla")).toMatchObject({ status: "early" });
    expect(await part(kept, "delays")).toMatchObject({
      shipment_id: kept,
      delays: [{ type: "handling_delayed" }],
    });
  });

  it.each([
    ["2026-03-10T15:00:00.000Z", "drop_off", "2026-03-11T22:59:59.000-04:00"],
    // A Friday, and a Wednesday before two holidays.
    ["2026-03-13T15:00:00.000Z", "cross_docking", "2026-03-16T22:59:59.000-04:00"],
    ["2026-04-01T15:00:00.000Z", "xd_drop_off", "2026-04-06T22:59:59.000-04:00"],
    // 23:30 of a Monday in Buenos Aires.
    ["2026-03-10T02:30:00.000Z", "drop_off", "2026-03-10T22:59:59.000-04:00"],
    // The range that begins next ends at 21:00.
    ["2026-03-10T15:00:00.000Z", "self_service", "2026-03-10T20:00:00.000-04:00"],
  ])("of a shipment sold at %s by %s is %s", async (time, logistic_type, expected_date) => {
    clock.set(time);
    const id = await sold({ logistic_type });
    const sla = await part(id, "sla");
    expect(sla).toMatchObject({ status: "on_time", service: logistic_type, expected_date });
    expect(Object.keys(Object(sla))).toEqual(["status", "service", "expected_date", "last_updated"]);
  });

  it("is 404 for canceled and fulfillment shipments, and insuficient_info before it is ready", async () => {
    const message = "failed to retrieve data";
    expectProblem(await ask(await sold({ logistic_type: "fulfillment" }), "sla"), 404, "not_found", message);
    const id = await sold();
    await move(id, { status: "cancelled" });
    expectProblem(await ask(id, "sla"), 404, "not_found", message);
    const made = await sold({ manufacturing: true });
    clock.advance(400 * 3_600_000);
    expect(await part(made, "sla")).toMatchObject({ status: "insuficient_info" });
    expectProblem(await ask(made, "delays"), 404, "not_found");
    await move(made, { status: "ready_to_ship" });
    expect(await part(made, "sla")).toMatchObject({ status: "on_time" });
  });

  it("that was kept gives no delays", async () => {
    expectProblem(await ask(await sold(), "delays"), 404, "not_found", "Delays Not Found for shipment");
  });
});

describe("a seller's own carrier", () => {
  const me1 = () => sold({ mode: "me1", logistic_type: "default" });
  const tell = (id: number, body: object, who: (typeof callers)[keyof typeof callers] = as) =>
    http.post(`${path(id)}/seller_notifications`, { as: who, body });
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString();
  const platform = (time: string) =>
    new Date(Date.parse(time) - 4 * 3_600_000).toISOString().replace("Z", "-04:00");

  it("has the status, the times and the tracking that the seller reports", async () => {
    const id = await me1();
    clock.advance(3_600_000);
    const date = at(-30);
    const body = {
      status: "shipped",
      substatus: "null",
      tracking_number: "AB123",
      tracking_url: "https://carrier.example/AB123",
      payload: { service_id: 7, comment: "Two boxes", date },
    };
    const answer = await tell(id, body);
    expect([answer.status, answer.json()]).toEqual([200, {}]);
    expect(await read(id)).toMatchObject({
      status: "shipped",
      substatus: null,
      tracking_number: "AB123",
      service_id: 7,
      comments: "Two boxes",
      status_history: { date_ready_to_ship: platform(date), date_shipped: platform(date) },
    });
    expect(await part(id, "carrier")).toEqual({
      name: "Transporte del vendedor",
      url: "https://carrier.example/AB123",
    });
    await tell(id, { status: "delivered", tracking_number: "null", payload: { date: at(0) } });
    expect(await read(id)).toMatchObject({ status: "delivered", tracking_number: null });
  });

  it("is reported by the seller alone, in the order of statuses, and only for mode me1", async () => {
    const id = await me1();
    const shipped = { status: "shipped", payload: { date: at(0) } };
    expectProblem(await tell(await sold(), shipped), 400, "invalid_shipment_mode");
    expectProblem(await tell(id, shipped, callers.buyer), 403, "forbidden");
    expectProblem(await tell(id, { ...shipped, status: "delivered" }), 409, "conflict");
    expectProblem(await tell(id, { ...shipped, substatus: "lost" }), 400, "bad_request");
    expectProblem(await tell(id, { status: "shipped" }), 400, "bad_request");
    expect(await read(id)).toMatchObject({ status: "pending" });
  });

  it("has no event before its creation, in the future or before the event reported last", async () => {
    const id = await me1();
    const told = (status: string, date: string) => tell(id, { status, payload: { date } });
    const before = await told("shipped", at(-2));
    expectProblem(before, 400, "bad_request");
    expect(before.json()).toMatchObject({ cause: [{ references: ["body.payload.date"] }] });
    expectProblem(await told("shipped", at(25 * 60)), 400, "bad_request");
    expect(await read(id)).toMatchObject({ status: "pending" });
    clock.advance(3_600_000);
    expect((await told("shipped", at(-10))).status).toBe(200);
    expectProblem(await told("delivered", at(-12)), 400, "bad_request");
    expect((await told("delivered", at(-10.5))).status).toBe(200);
    expect(await read(id)).toMatchObject({ status_history: { date_delivered: platform(at(-10)) } });
  });

  it("counts as of now when the client's clock is ahead", async () => {
    const id = await me1();
    expect((await tell(id, { status: "shipped", payload: { date: at(180) } })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status_history: { date_shipped: platform(at(0)) } });
  });
});

describe("the shipment of an order", () => {
  const ofOrder = (order: number, headers = {}) => http.get(`/orders/${order}/shipments`, { as, headers });

  it("is found by each of its orders, alone or in an array", async () => {
    const order_ids = [5_999_000_001, 5_999_000_002];
    const id = await sold({ order_id: 5_999_000_001, order_ids });
    for (const order of order_ids) {
      expect((await ofOrder(order)).json()).toMatchObject({ id });
      expect((await ofOrder(order, { "X-New-Domain": "true" })).json()).toMatchObject([{ id }]);
    }
    expectProblem(
      await http.get("/orders/5999000001/shipments", { as: callers.otherSeller }),
      403,
      "not_owned_order",
    );
  });

  it("is 204 while the order has none", async () => {
    const none = await ofOrder(orderWithoutShipment);
    expect([none.status, none.text]).toEqual([204, ""]);
    const strangers = await http.get(`/orders/${orderWithoutShipment}/shipments`, {
      as: callers.otherSeller,
    });
    expectProblem(strangers, 403, "not_owned_order", "The user has not access to the order");
  });

  it("needs an order that exists", async () => {
    expectProblem(await ofOrder(5_999_999_998), 404, "order_not_found", "Order do not exists");
    expectProblem(await http.get("/orders/abc/shipments", { as }), 400, "invalid_order_id");
  });
});
