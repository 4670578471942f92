import { conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { completeCancellations } from "../orders/cancellations.service.ts";
import { returnRemainingUnits } from "../orders/returned-stock.service.ts";
import { createShipments } from "../orders/shipments.service.ts";
import { buyer, ids, operator, ordersService, seller, stranger } from "../orders.fixture.ts";
import { feedback } from "./feedback.resource.ts";

const { http, sale, clock, catalog, flex, deps, recordedEvents } = await ordersService();
const day = 86_400_000;
type As = typeof seller;

interface Given {
  id: number;
  visibility_date: string;
}
const good = { fulfilled: true, rating: "positive", message: "Todo perfecto" };
const bad = { fulfilled: false, rating: "negative", reason: "OUT_OF_STOCK", message: "No hay más" };
const path = (id: number) => `/orders/${id}/feedback`;
const give = (as: As, id: number, body: object = good) => http.post(path(id), { as, body });
const order = async () => (await sale({}, { packed: false })).orderId;
async function given(as: As, id: number, body: object = good): Promise<Given> {
  const answer = await give(as, id, body);
  if (answer.status !== 201) throw new Error(`no feedback was given: ${answer.text}`);
  return answer.json<Given>();
}
const read = async (as: As, id: number) =>
  (await http.get(path(id), { as })).json<{ sale: Given | null; purchase: Given | null }>();
const orderOf = async (id: number) => (await http.get(`/orders/${id}`, { as: seller })).json();
const reply = (as: As, id: number, text = "Gracias") =>
  http.post(`/feedback/${id}/reply`, { as, body: { reply: text } });

describe("feedback of an order", () => {
  it("has all its fields", async () => {
    const id = await order();
    const answer = await give(seller, id);
    expect(answer.status).toBe(201);
    const now = "2026-03-10T11:00:00.000-04:00";
    const party = (user: number) => ({ id: user, nickname: `USER${user}`, status: "active", points: 0 });
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      role: "seller",
      order_id: id,
      site_id: "MLA",
      date_created: now,
      visibility_date: now,
      fulfilled: true,
      rating: "positive",
      reason: null,
      message: "Todo perfecto",
      restock_item: false,
      reply: null,
      modified: false,
      status: "active",
      item: { id: "MLA100", title: "MLA100", price: 100.5, currency_id: "ARS" },
      from: party(ids.seller),
      to: party(ids.buyer),
    });
  });

  it("is hidden from the other side until both have given theirs", async () => {
    const id = await order();
    const first = await given(seller, id);
    expect(await read(seller, id)).toMatchObject({ sale: { id: first.id }, purchase: null });
    expect(await read(buyer, id)).toEqual({ sale: null, purchase: null });
    expect(await read(operator, id)).toMatchObject({ sale: { id: first.id }, purchase: null });
    expectProblem(await http.get(`/feedback/${first.id}`, { as: buyer }), 404, "feedback_not_found");
    clock.advance(day);
    const second = await given(buyer, id, { ...good, rating: "neutral" });
    for (const as of [seller, buyer, operator]) {
      expect(await read(as, id)).toMatchObject({
        sale: { id: first.id, visibility_date: second.visibility_date },
        purchase: { id: second.id, rating: "neutral", role: "buyer" },
      });
      expect((await http.get(`/feedback/${first.id}`, { as })).json()).toMatchObject({ id: first.id });
    }
    clock.advance(-day);
  });

  it("stands in the order, by its ids", async () => {
    const id = await order();
    const sold = await given(seller, id);
    const bought = await given(buyer, id);
    expect(await orderOf(id)).toMatchObject({
      feedback: { sale: sold.id, seller: sold.id, purchase: bought.id, buyer: bought.id },
      fulfilled: true,
    });
  });

  it("is given once per side, also by many at once", async () => {
    const id = await order();
    const answers = await Promise.all(Array.from({ length: 8 }, () => give(buyer, id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectProblem(answer, 400, "feedback_already_exists");
  });

  it("is read and given by the order's parties alone", async () => {
    const id = await order();
    const { id: feedbackId } = await given(seller, id);
    expectProblem(await http.get(path(id), { as: stranger }), 403, "not_owned_order");
    expectProblem(await http.get(`/feedback/${feedbackId}`, { as: stranger }), 403, "not_owned_order");
    for (const as of [stranger, operator]) expectProblem(await give(as, id), 403, "not_owned_order");
    const change = await http.put(`/feedback/${feedbackId}`, { as: operator, body: good });
    expectProblem(change, 403, "not_owned_order");
    expectProblem(await reply(operator, feedbackId), 403, "not_owned_order");
    expectProblem(await http.get("/orders/1/feedback", { as: seller }), 404, "order_not_found");
    expectProblem(await http.get("/orders/x/feedback", { as: seller }), 400, "invalid_order_id");
    expectProblem(await http.get("/feedback/1", { as: seller }), 404, "feedback_not_found");
  });

  it("needs fulfilled, a rating, and a reason when the sale was not fulfilled", async () => {
    const id = await order();
    for (const fulfilled of [undefined, null, "true", 1])
      expectProblem(await give(buyer, id, { ...good, fulfilled }), 400, "invalid_fulfilled");
    const { reason: _, ...withoutReason } = bad;
    const wrong = [
      { fulfilled: true },
      { ...good, rating: "great" },
      { ...good, message: "x".repeat(161) },
      withoutReason,
      { ...bad, reason: "out of stock" },
    ];
    for (const body of wrong) expectProblem(await give(buyer, id, body), 400, "bad_request");
    expect((await give(buyer, id, { ...good, message: "ñ".repeat(160) })).status).toBe(201);
  });

  it("reports an unfulfilled sale only within 28 days", async () => {
    const id = await order();
    clock.advance(28 * day + 1);
    for (const as of [seller, buyer])
      expectProblem(await give(as, id, bad), 400, "not_fulfilled_feedback_in_order_expired");
    const { id: feedbackId } = await given(seller, id);
    const late = await http.put(`/feedback/${feedbackId}`, { as: seller, body: bad });
    expectProblem(late, 400, "not_fulfilled_feedback_in_order_expired");
    clock.advance(-28 * day - 1);
  });

  it("is notified to the rated side, and not as a change of the order", async () => {
    const id = await order();
    const changes = async () =>
      (await recordedEvents()).filter(({ resource }) => resource === `/orders/${id}`).length;
    const before = await changes();
    const told = async () =>
      (await recordedEvents())
        .filter(({ topic, resource }) => topic === "orders_feedback" && resource === path(id))
        .map(({ user_id }) => user_id);
    await given(seller, id);
    expect(await told()).toEqual([ids.buyer]);
    const { id: bought } = await given(buyer, id);
    await reply(seller, bought);
    expect(await told()).toEqual([ids.buyer, ids.seller, ids.buyer]);
    expect(await changes()).toBe(before);
  });
});

describe("a change of feedback", () => {
  it("is made by its author alone, and marks it as modified", async () => {
    const id = await order();
    const { id: feedbackId } = await given(buyer, id);
    const to = { ...good, rating: "neutral", message: null };
    const changed = await http.put(`/feedback/${feedbackId}`, { as: buyer, body: to });
    expect(changed.json()).toMatchObject({ rating: "neutral", message: null, modified: true });
    await given(seller, id);
    expectProblem(
      await http.put(`/feedback/${feedbackId}`, { as: seller, body: to }),
      403,
      "not_owned_order",
    );
    const unclear = await http.put(`/feedback/${feedbackId}`, { as: buyer, body: { rating: "neutral" } });
    expectProblem(unclear, 400, "invalid_fulfilled");
    expectProblem(await http.put("/feedback/1", { as: buyer, body: to }), 404, "feedback_not_found");
  });

  it("to unfulfilled refunds the order, and is not taken back", async () => {
    const id = await order();
    const { id: feedbackId } = await given(seller, id);
    const url = `/feedback/${feedbackId}`;
    expect((await http.put(url, { as: seller, body: bad })).json()).toMatchObject({ fulfilled: false });
    expect(await orderOf(id)).toMatchObject({ status: "confirmed", fulfilled: false });
    expectProblem(await http.put(url, { as: seller, body: good }), 400, "invalid_fulfilled");
  });
});

describe("a reply", () => {
  it("is given once, by the other side", async () => {
    const id = await order();
    const { id: sold } = await given(seller, id);
    expectProblem(await reply(buyer, sold), 404, "feedback_not_found");
    expectProblem(await reply(seller, sold), 403, "not_owned_order");
    await given(buyer, id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => reply(buyer, sold)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.map((answer) => answer.json())).toMatchObject([{ id: sold, reply: "Gracias" }]);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectProblem(answer, 400, "reply_already_exists");
    expect((await read(seller, id)).sale).toMatchObject({ reply: "Gracias" });
  });

  it("has 1 to 160 characters", async () => {
    const id = await order();
    await given(seller, id);
    const { id: bought } = await given(buyer, id);
    for (const text of ["", " ", "x".repeat(161)])
      expectProblem(await reply(seller, bought, text), 400, "bad_request");
  });

  it("is given within 14 days", async () => {
    const id = await order();
    const { id: sold } = await given(seller, id);
    const { id: bought } = await given(buyer, id);
    clock.advance(14 * day);
    expect((await reply(buyer, sold)).status).toBe(201);
    clock.advance(1);
    expectProblem(await reply(seller, bought), 400, "reply_time_expired");
    clock.advance(-14 * day - 1);
  });
});

describe("a sale that its seller did not fulfill", () => {
  const stock = () => catalog.stockOf("MLA100") ?? 0;
  const withShipment = async () => {
    const id = await order();
    await createShipments(deps, await deps.orders.findAll([id]));
    return id;
  };

  it("is confirmed and refunded, with a tag, and its shipment is stopped", async () => {
    const before = stock();
    const id = await withShipment();
    await given(seller, id, bad);
    const after = await orderOf(id);
    expect(after).toMatchObject({
      status: "confirmed",
      fulfilled: false,
      paid_amount: 0,
      payments: [{ status: "refunded" }],
    });
    expect(after).toHaveProperty("tags", expect.arrayContaining(["unfulfilled", "not_paid"]));
    expect(flex.canceled).toContain(id);
    expect(stock()).toBe(before);
  });

  it("is restocked once when the seller says so", async () => {
    const before = stock();
    const id = await order();
    expect(await given(seller, id, { ...bad, restock_item: true })).toMatchObject({ restock_item: true });
    await returnRemainingUnits(deps);
    expect(stock()).toBe(before + 1);
  });

  it("is restocked by a later change, which is not taken back", async () => {
    const before = stock();
    const id = await order();
    const { id: feedbackId } = await given(seller, id, bad);
    const change = (body: object) => http.put(`/feedback/${feedbackId}`, { as: seller, body });
    await returnRemainingUnits(deps);
    expect(stock()).toBe(before);
    expect((await change({ ...bad, restock_item: true })).json()).toMatchObject({ restock_item: true });
    expect(stock()).toBe(before + 1);
    expect((await change({ ...bad, rating: "neutral" })).json()).toMatchObject({
      rating: "neutral",
      restock_item: true,
    });
    const message = "restock_item stays true: the units are for sale again";
    expectProblem(await change({ ...bad, restock_item: false }), 400, "bad_request", message);
    await returnRemainingUnits(deps);
    expect(stock()).toBe(before + 1);
    expect((await read(seller, id)).sale).toMatchObject({ rating: "neutral", restock_item: true });
  });

  it("is followed up by the jobs when flex-service and catalog-service are away", async () => {
    const before = stock();
    const id = await withShipment();
    const { cancelShipment } = flex;
    const { returnUnits } = catalog;
    flex.cancelShipment = async () => Promise.reject(new Error("away"));
    catalog.returnUnits = async () => Promise.reject(new Error("away"));
    expect((await give(seller, id, { ...bad, restock_item: true })).status).toBe(201);
    flex.cancelShipment = cancelShipment;
    catalog.returnUnits = returnUnits;
    expect(flex.canceled).not.toContain(id);
    await completeCancellations(deps);
    await returnRemainingUnits(deps);
    expect(flex.canceled).toContain(id);
    expect(stock()).toBe(before + 1);
    expect(await orderOf(id)).toMatchObject({ status: "confirmed", cancel_detail: null });
  });

  it.each([
    "partially_refunded",
    "pending_cancel",
    "payment_required",
    "partially_paid",
    "confirmed",
  ] as const)("is canceled at once when it is %s: only what is paid can be confirmed", async (status) => {
    const before = stock();
    const { orderId: id } = await sale({ status, closedAt: null }, { packed: false });
    await given(seller, id, { ...bad, restock_item: true });
    expect(await orderOf(id)).toMatchObject({
      status: "cancelled",
      fulfilled: false,
      paid_amount: 0,
      cancel_detail: { group: "seller", code: "seller_cancelled", requested_by: "seller" },
      tags: expect.arrayContaining(["unfulfilled", "not_paid"]),
    });
    await returnRemainingUnits(deps);
    expect(stock()).toBe(before + 1);
  });

  it("is canceled by its parties after that, with the units as the seller said", async () => {
    const before = stock();
    const cancel = (as: As, id: number) => http.put(`/orders/${id}`, { as, body: { status: "cancelled" } });
    for (const [as, restock_item] of [
      [buyer, false],
      [seller, true],
    ] as const) {
      const id = await withShipment();
      await given(seller, id, { ...bad, restock_item });
      const answer = await cancel(as, id);
      expect(answer.status).toBe(200);
      expect(answer.json()).toMatchObject({
        status: "cancelled",
        paid_amount: 0,
        cancel_detail: { requested_by: as === buyer ? "buyer" : "seller" },
        tags: expect.arrayContaining(["unfulfilled"]),
      });
      expect((await cancel(as, id)).json()).toEqual(answer.json());
    }
    await returnRemainingUnits(deps);
    expect(stock()).toBe(before + 1);
  });

  it("is canceled while its shipment is still to be stopped, but not once that has left", async () => {
    const id = await withShipment();
    const { cancelShipment } = flex;
    flex.cancelShipment = async () => Promise.reject(new Error("away"));
    await given(seller, id, bad);
    flex.cancelShipment = cancelShipment;
    const [, , answer] = await Promise.all([
      completeCancellations(deps),
      completeCancellations(deps),
      http.put(`/orders/${id}`, { as: seller, body: { status: "cancelled" } }),
    ]);
    expect(answer.json()).toMatchObject({ status: "cancelled" });
    const left = await withShipment();
    flex.left.add(left);
    await given(seller, left, bad);
    const late = await http.put(`/orders/${left}`, { as: seller, body: { status: "cancelled" } });
    expectProblem(late, 409, "conflict");
    expect(await orderOf(left)).toMatchObject({ status: "confirmed", cancel_detail: null });
  });

  it.each([
    ["paid", "confirmed"],
    ["partially_refunded", "cancelled"],
  ] as const)("keeps the cancellation of its buyer that waits while it is %s", async (status, meanwhile) => {
    const before = stock();
    const { orderId: id } = await sale({ status, closedAt: null }, { packed: false });
    await createShipments(deps, await deps.orders.findAll([id]));
    const { cancelShipment } = flex;
    flex.cancelShipment = async () => Promise.reject(new Error("away"));
    const canceled = await http.put(`/orders/${id}`, { as: buyer, body: { status: "cancelled" } });
    expect(canceled.status).toBeGreaterThanOrEqual(500);
    await given(seller, id, { ...bad, restock_item: true });
    expect(await orderOf(id)).toMatchObject({ status: meanwhile, fulfilled: false, paid_amount: 0 });
    flex.cancelShipment = cancelShipment;
    await completeCancellations(deps);
    expect(await orderOf(id)).toMatchObject({
      status: "cancelled",
      cancel_detail: { code: "buyer_cancel_express", requested_by: "buyer" },
      tags: expect.arrayContaining(["unfulfilled"]),
    });
    expect(flex.canceled).toContain(id);
    await returnRemainingUnits(deps);
    expect(stock()).toBe(before + 1);
  });

  it("may be reported for an ended order; restock_item stays true once the units came back", async () => {
    const { orderId: id } = await sale({ status: "cancelled", stock: "returned" }, { packed: false });
    const { id: feedbackId } = await given(seller, id, { ...bad, restock_item: true });
    const change = (body: object) => http.put(`/feedback/${feedbackId}`, { as: seller, body });
    const message = "restock_item stays true: the units are for sale again";
    expectProblem(await change({ ...bad, restock_item: false }), 400, "bad_request", message);
    expect((await change(good)).json()).toMatchObject({ fulfilled: true, restock_item: false });
  });

  it.each(["given", "changed"] as const)(
    "brings back the units of an order that has ended, when %s",
    async (how) => {
      const before = stock();
      const { orderId: id } = await sale({ status: "cancelled", stock: "taken" }, { packed: false });
      const body = { ...bad, restock_item: true };
      if (how === "given") expect(await given(seller, id, body)).toMatchObject({ restock_item: true });
      else {
        const { id: feedbackId } = await given(seller, id, bad);
        expect(stock()).toBe(before);
        const answer = await http.put(`/feedback/${feedbackId}`, { as: seller, body });
        expect(answer.json()).toMatchObject({ restock_item: true });
      }
      expect(stock()).toBe(before + 1);
      expect(await orderOf(id)).toMatchObject({ status: "cancelled", cancel_detail: null });
      await returnRemainingUnits(deps);
      expect(stock()).toBe(before + 1);
    },
  );

  it("stays paid when only the buyer reports it", async () => {
    const id = await order();
    const body = { ...bad, restock_item: true };
    expect(await given(buyer, id, body)).toMatchObject({ fulfilled: false, restock_item: false });
    expect(await orderOf(id)).toMatchObject({ status: "paid", fulfilled: false });
  });
});

const opposite = async () => {
  const id = await order();
  const sold = await given(seller, id);
  await given(buyer, id);
  return sold.id;
};

let shared: Promise<number> | undefined;
const once = () => {
  shared ??= opposite();
  return shared;
};
const anOrder = await order();

conforms(feedback, {
  http,
  as: buyer,
  examples: {
    getOrderFeedback: { params: { id: anOrder } },
    createFeedback: async () => ({ params: { id: await order() }, body: good }),
    getFeedback: async () => ({ params: { id: await once() } }),
    updateFeedback: async () => ({ params: { id: await opposite() }, as: seller, body: good }),
    replyToFeedback: async () => ({ params: { id: await opposite() }, body: { reply: "Gracias" } }),
  },
});
