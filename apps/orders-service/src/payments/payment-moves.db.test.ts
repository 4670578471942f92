import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { newPayment } from "../orders/new-orders.rules.ts";
import { lifeOf } from "../orders/order-life.fixture.ts";
import { purchaseDefaults } from "../orders/purchases.schema.ts";
import { buyer, ids, operator, ordersService, seller, stranger } from "../orders.fixture.ts";

const service = await ordersService();
const { catalog, deps, flex, recordedEvents } = service;
const life = lifeOf(service);
const { read, cancel, pay, move, refund } = life;

const paymentsOf = async (id: number) => (await read(id)).payments.map(({ status }) => status);

describe("a pending payment", () => {
  it("that is approved pays the order, closes it and ships it", async () => {
    const { id, payment } = await life.buyOne("pending");
    const answer = await move(buyer, payment, { status: "approved" });
    expect(answer.json()).toMatchObject({ id: payment, status: "approved", status_detail: "accredited" });
    const order = await read(id);
    expect(order).toMatchObject({ status: "paid", date_closed: expect.any(String), paid_amount: 6100.5 });
    expect(order.tags).toContain("paid");
    expect(order.shipping.id).toBe(flex.shipments.get(id)?.id);
  });

  it("that is rejected leaves the order to be paid, by a payment in parts", async () => {
    const { id, payment } = await life.buyOne("in_process");
    await move(buyer, payment, { status: "rejected" });
    expect(await read(id)).toMatchObject({ status: "payment_required", paid_amount: 0 });
    const part = await pay(buyer, id, { amount: 40.25 });
    expect(part.status).toBe(201);
    expect(part.json()).toMatchObject({ transaction_amount: 40.25, shipping_cost: 6000, status: "approved" });
    expect(await read(id)).toMatchObject({
      status: "partially_paid",
      date_closed: null,
      shipping: { id: null },
    });
    expect((await pay(buyer, id, {})).json()).toMatchObject({ transaction_amount: 60.25, shipping_cost: 0 });
    expect(await read(id)).toMatchObject({ status: "paid", paid_amount: 6100.5 });
    expect(await paymentsOf(id)).toEqual(["rejected", "approved", "approved"]);
  });

  it("ends when another payment covers the order", async () => {
    const { id, payment } = await life.buyOne("pending");
    await pay(buyer, id, {});
    expect(await paymentsOf(id)).toEqual(["cancelled", "approved"]);
    expectProblem(await move(buyer, payment, { status: "approved" }), 400, "bad_request");
  });
});

describe("the shipping of an order is paid once", () => {
  it("by the payment that covers it, while an open one would have paid it", async () => {
    const { id } = await life.buyOne("pending");
    expect((await pay(buyer, id, { amount: 50 })).json()).toMatchObject({ shipping_cost: 0 });
    expect((await pay(buyer, id, {})).json()).toMatchObject({
      transaction_amount: 50.5,
      shipping_cost: 6000,
      total_paid_amount: 6050.5,
    });
    expect(await read(id)).toMatchObject({ status: "paid", paid_amount: 6100.5, shipping_cost: 6000 });
    expect(await paymentsOf(id)).toEqual(["cancelled", "approved", "approved"]);
  });

  it("by a pending payment that is approved after the one that was to pay it has failed", async () => {
    const { id, payment } = await life.buyOne("pending");
    const second = (await pay(buyer, id, { status: "pending" })).json<{ id: number }>();
    await move(buyer, payment, { status: "rejected" });
    const approved = await move(buyer, second.id, { status: "approved" });
    expect(approved.json()).toMatchObject({ status: "approved", shipping_cost: 6000 });
    expect(await read(id)).toMatchObject({ status: "paid", paid_amount: 6100.5 });
  });

  it("again, when the payment that paid it went back", async () => {
    const { id } = await life.buyOne("none");
    const first = (await pay(buyer, id, { amount: 50 })).json<{ id: number; shipping_cost: number }>();
    expect(first.shipping_cost).toBe(6000);
    await pay(buyer, id, { amount: 10 });
    await refund(seller, first.id, {});
    expect(await read(id)).toMatchObject({ status: "partially_paid", paid_amount: 10 });
    expect((await pay(buyer, id, {})).json()).toMatchObject({
      transaction_amount: 90.5,
      shipping_cost: 6000,
    });
    expect(await read(id)).toMatchObject({ status: "paid", paid_amount: 6100.5 });
  });

  it("again in part, when a part of it went back before the order was covered", async () => {
    const { id } = await life.buyOne("none");
    const first = (await pay(buyer, id, { amount: 50 })).json<{ id: number }>();
    await refund(seller, first.id, { amount: 6000 });
    expect(await read(id)).toMatchObject({ status: "partially_paid", paid_amount: 50 });
    expect((await pay(buyer, id, {})).json()).toMatchObject({
      transaction_amount: 100.5,
      shipping_cost: 5950,
    });
    expect(await read(id)).toMatchObject({ status: "paid", paid_amount: 6100.5, shipping_cost: 6000 });
  });

  it("wholly by a pending payment, when the rest of it went back before that was approved", async () => {
    const { id } = await life.buyOne("none");
    const first = (await pay(buyer, id, { amount: 30 })).json<{ id: number }>();
    await pay(buyer, id, { amount: 10 });
    await refund(seller, first.id, { amount: 3030 });
    const pending = (await pay(buyer, id, { amount: 90.5, status: "pending" })).json<{ id: number }>();
    expect(pending).toMatchObject({ shipping_cost: 3000 });
    await refund(seller, first.id, {});
    expect((await move(buyer, pending.id, { status: "approved" })).json()).toMatchObject({
      shipping_cost: 6000,
    });
    expect(await read(id)).toMatchObject({ status: "paid", paid_amount: 6100.5 });
  });

  it("and no second time, when payments in parts follow", async () => {
    const { id } = await life.buyOne("none");
    const pending = (await pay(buyer, id, { status: "pending", amount: 50 })).json<{ id: number }>();
    await pay(buyer, id, { amount: 20 });
    await move(buyer, pending.id, { status: "approved" });
    await pay(buyer, id, {});
    const costs = (await read(id)).payments.map(({ shipping_cost }) => shipping_cost);
    expect(costs).toEqual([6000, 0, 0]);
  });
});

describe("a payment in review, which the platform ends as rejected only,", () => {
  const closed = { status: "rejected", status_detail: "cc_rejected_other_reason" };

  it("ends when another payment covers the order", async () => {
    const { id } = await life.buyOne("in_process");
    expect((await pay(buyer, id, {})).status).toBe(201);
    expect((await read(id)).payments).toMatchObject([closed, { status: "approved" }]);
  });

  it("ends when its order is canceled", async () => {
    const { id } = await life.buyOne("in_process");
    expect((await cancel(seller, id)).status).toBe(200);
    expect((await read(id)).payments).toMatchObject([closed]);
  });
});

it("a confirmed order is paid by its buyer alone, and never more than it costs", async () => {
  const { id } = await life.buyOne("none");
  expectProblem(await pay(seller, id, {}), 403, "forbidden", "Only the buyer pays the order");
  expectProblem(await pay(stranger, id, {}), 403, "not_owned_order");
  expectProblem(await pay(buyer, id, { amount: 100.51 }), 400, "bad_request");
  expectProblem(await pay(buyer, id, { amount: 0.001 }), 400, "bad_request");
  expectProblem(await pay(buyer, 4_600_999_999, {}), 404, "order_not_found");
  await pay(buyer, id, {});
  const again = await pay(buyer, id, {});
  expectProblem(again, 400, "bad_request", `Order ${id} is paid: it cannot be paid`);
});

const noMoves = [
  ["approved", "approved"],
  ["approved", "pending"],
  ["approved", "cancelled"],
  ["approved", "authorized"],
  ["rejected", "approved"],
  ["pending", "refunded"],
  ["pending", "in_process"],
  ["in_process", "cancelled"],
] as const;
it.each(noMoves)("a payment does not move from %s to %s", async (from, to) => {
  const { payment } = await life.buyOne(from);
  const answer = await move(operator, payment, { status: to });
  expectProblem(answer, 400, "bad_request", `A payment does not move from ${from} to ${to}`);
});

it("mediation and chargeback are an operator's moves", async () => {
  const { id, payment } = await life.buyOne();
  for (const status of ["in_mediation", "charged_back"])
    expectProblem(await move(buyer, payment, { status }), 403, "forbidden");
  expectProblem(await move(seller, payment, { status: "refunded" }), 403, "forbidden");
  expect((await move(operator, payment, { status: "in_mediation" })).status).toBe(200);
  expect(await read(id)).toMatchObject({ status: "paid", mediations: [{ id: payment }] });
  expectProblem(await move(buyer, payment, { status: "approved" }), 403, "forbidden");
  expect((await move(operator, payment, { status: "approved" })).status).toBe(200);
  expect((await move(operator, payment, { status: "charged_back" })).status).toBe(200);
  const payments = [{ status: "charged_back" }];
  expect(await read(id)).toMatchObject({ status: "paid", paid_amount: 0, payments, mediations: [] });
});

it("a payment that comes back from mediation is still one that was refunded in part", async () => {
  const { id, payment } = await life.buyOne();
  const detail = async () => (await read(id)).payments[0]?.status_detail;
  await refund(seller, payment, { amount: 10 });
  expect(await detail()).toBe("partially_refunded");
  await move(operator, payment, { status: "in_mediation" });
  expect(await detail()).toBe("in_process");
  await move(operator, payment, { status: "approved" });
  expect(await detail()).toBe("partially_refunded");
});

it("a payment that was charged back is not refunded when its order is canceled", async () => {
  const { id, payment } = await life.buyOne();
  await move(operator, payment, { status: "charged_back" });
  expect((await cancel(seller, id)).status).toBe(200);
  const payments = [{ status: "charged_back", transaction_amount_refunded: 0 }];
  expect(await read(id)).toMatchObject({ status: "cancelled", paid_amount: 0, payments });
});

describe("a refund", () => {
  it("in part leaves the order, and of the rest cancels it and returns its stock", async () => {
    const before = catalog.stockOf("MLA100") ?? 0;
    const { id, payment } = await life.buyOne();
    const part = await refund(seller, payment, { amount: 100.1 });
    expect(part.status).toBe(201);
    expect(part.json()).toMatchObject({ payment_id: payment, amount: 100.1, status: "approved" });
    expect(await read(id)).toMatchObject({
      status: "partially_refunded",
      paid_amount: 6000.4,
      payments: [{ status: "approved", transaction_amount_refunded: 100.1 }],
    });
    for (const amount of [6000.41, 1e-7])
      expectProblem(await refund(seller, payment, { amount }), 400, "bad_request");
    expect((await refund(seller, payment, {})).json()).toMatchObject({ amount: 6000.4 });
    const order = await read(id);
    expect(order).toMatchObject({
      status: "cancelled",
      paid_amount: 0,
      payments: [{ status: "refunded", available_actions: [] }],
      cancel_detail: { group: "seller", code: "seller_cancelled", requested_by: "seller" },
    });
    expect(order.tags).toContain("not_paid");
    expect(flex.canceled).toContain(id);
    expect(catalog.stockOf("MLA100")).toBe(before);
  });

  it("is the seller's to make, of a payment that is approved", async () => {
    const { payment } = await life.buyOne();
    expectProblem(await refund(buyer, payment, {}), 403, "forbidden");
    expectProblem(await refund(stranger, payment, {}), 403, "forbidden");
    expectProblem(await refund(seller, 5_300_999_999, {}), 404, "not_found");
    const unpaid = await life.buyOne("pending");
    expectProblem(await refund(seller, unpaid.payment, {}), 400, "bad_request");
  });

  it("of goods that have left returns no stock", async () => {
    const before = catalog.stockOf("MLA100") ?? 0;
    const { id, payment } = await life.buyOne();
    flex.left.add(id);
    await refund(seller, payment, {});
    expect(await read(id)).toMatchObject({ status: "cancelled", payments: [{ status: "refunded" }] });
    expect(catalog.stockOf("MLA100")).toBe(before - 1);
  });

  it("is made once of two at once", async () => {
    const before = catalog.stockOf("MLA100") ?? 0;
    const { id, payment } = await life.buyOne();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(seller, payment, {})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await read(id)).toMatchObject({ status: "cancelled", paid_amount: 0 });
    expect(catalog.stockOf("MLA100")).toBe(before);
  });

  it("with a key is made once, however often it is sent", async () => {
    const { id, payment } = await life.buyOne();
    const headers = { "Idempotency-Key": "refund-once" };
    const send = () =>
      service.http.post(`/payments/${payment}/refunds`, { as: seller, headers, body: { amount: 10 } });
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect(await read(id)).toMatchObject({ paid_amount: 6090.5 });
  });
});

describe("orders of a pack that are paid one by one", () => {
  const payFor = async (id: number) => {
    const answer = await pay(buyer, id, {});
    expect(answer.status).toBe(201);
    return (await read(id)).shipping.id;
  };

  it("share a shipment while it has not left", async () => {
    const [first, second, third] = await life.buy(["MLA100", "MLA104", "MLA107"], {
      payment: { status: "none" },
    });
    const shipment = await payFor(second?.id ?? 0);
    expect(shipment).not.toBeNull();
    expect(await payFor(first?.id ?? 0)).toBe(shipment);
    expect(await payFor(third?.id ?? 0)).toBeNull();
    const pack = await service.http.get(`/packs/${first?.pack_id}`, { as: buyer });
    expect(pack.json()).toMatchObject({ status: "released", shipment: { id: shipment } });
  });

  it("ship apart after that", async () => {
    const [first, second] = await life.buy(["MLA100", "MLA104"], { payment: { status: "none" } });
    const shipment = await payFor(first?.id ?? 0);
    flex.left.add(first?.id ?? 0);
    expect(await payFor(second?.id ?? 0)).not.toBe(shipment);
  });

  it("share it when they are paid at once", async () => {
    const orders = await life.buy(["MLA100", "MLA104"], { payment: { status: "none" } });
    const [shipment, ...others] = await Promise.all(orders.map(({ id }) => payFor(id)));
    expect(shipment).not.toBeNull();
    expect(others).toEqual([shipment]);
  });
});

it("a part that goes back before all is paid leaves that much to pay", async () => {
  const { id } = await life.buyOne("none");
  const part = (await pay(buyer, id, { amount: 60 })).json<{ id: number }>();
  await refund(seller, part.id, { amount: 20 });
  expect(await read(id)).toMatchObject({ status: "partially_paid", paid_amount: 6040, date_closed: null });
  expect((await pay(buyer, id, {})).json()).toMatchObject({ transaction_amount: 60.5 });
  expect(await read(id)).toMatchObject({ status: "paid", paid_amount: 6100.5 });
});

it("an order takes 50 payments, also when many are made at once", async () => {
  const { id } = await life.buyOne("none");
  const order = await deps.orders.find(id);
  if (!order) throw new Error(`order ${id} is gone`);
  const rejected = newPayment(order, "rejected", purchaseDefaults.payment);
  await deps.payments.add(Array.from({ length: 45 }, () => rejected));
  const answers = await Promise.all(Array.from({ length: 8 }, () => pay(buyer, id, { status: "rejected" })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 400, 400, 400]);
  const answer = await pay(buyer, id, {});
  expectProblem(answer, 400, "bad_request", `Order ${id} has 50 payments: no more are taken`);
  expect((await read(id)).payments).toHaveLength(50);
  expect((await cancel(buyer, id)).status).toBe(200);
});

it("two payments at once do not pay twice", async () => {
  const { id } = await life.buyOne("none");
  const answers = await Promise.all(Array.from({ length: 6 }, () => pay(buyer, id, {})));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400]);
  expect(await read(id)).toMatchObject({ status: "paid", paid_amount: 6100.5 });
});

it("of a payment and a cancellation at once nothing is half done", async () => {
  const before = catalog.stockOf("MLA107");
  for (let round = 0; round < 10; round++) {
    const { id, payment } = await life.buyOne("pending", "MLA107");
    await Promise.all([move(buyer, payment, { status: "approved" }), cancel(seller, id)]);
    const order = await read(id);
    expect(order).toMatchObject({ status: "cancelled", paid_amount: 0 });
    expect(["cancelled", "refunded"]).toContain(order.payments[0]?.status);
  }
  expect(catalog.stockOf("MLA107")).toBe(before);
});

it("payer and collector are notified of each change of a payment", async () => {
  const { payment } = await life.buyOne("pending");
  await move(buyer, payment, { status: "approved" });
  const told = (await recordedEvents()).filter(({ resource }) => resource === `/collections/${payment}`);
  expect(told.every(({ topic }) => topic === "payments")).toBe(true);
  const { seller: collector, buyer: payer } = ids;
  // Once at its creation, once when it was approved.
  expect(told.map(({ user_id }) => user_id).toSorted()).toEqual([collector, collector, payer, payer]);
});
