import { localClient, ordersContract } from "@marketplace/contracts";
import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { buyer, ids, operator, ordersService, seller, stranger } from "../orders.fixture.ts";
import { ordersRpc } from "../rpc.ts";
import { completeCancellations } from "./cancellations.service.ts";
import { lifeOf } from "./order-life.fixture.ts";
import { returnRemainingUnits } from "./returned-stock.service.ts";
import { createMissingShipments } from "./shipments.service.ts";

const service = await ordersService();
const { catalog, clock, deps, flex, recordedEvents } = service;
const life = lifeOf(service);
const { read, cancel, move, refund } = life;
const rpc = localClient(ordersContract, ordersRpc(deps));
const stock = (id = "MLA100") => catalog.stockOf(id) ?? 0;
const judge = (id: number, status: string, as = operator) => life.change(as, id, { status });
const judged = async (id: number, status: string) => {
  const answer = await judge(id, status);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Record<string, unknown>>();
};
const fraud = { group: "internal", code: "fraud", requested_by: null };

describe("an order that an operator finds to be a fraud", () => {
  it.each(["approved", "pending", "in_process", "rejected", "none"])(
    "(%s) is invalid: refunded, its payments end, its shipment stops and its stock comes back",
    async (payment) => {
      const before = stock();
      const { id } = await life.buyOne(payment);
      expect(await judged(id, "invalid")).toMatchObject({
        status: "invalid",
        paid_amount: 0,
        cancel_detail: fraud,
      });
      const order = await read(id);
      expect(["refunded", "cancelled", "rejected", undefined]).toContain(order.payments[0]?.status);
      expect(order.tags).toContain("not_paid");
      expect(flex.canceled.includes(id)).toBe(payment === "approved");
      expect(stock()).toBe(before);
      const pack = await service.http.get(`/packs/${id}`, { as: seller });
      expect(pack.json()).toMatchObject({ status: "error" });
    },
  );

  it("stays as it is when it is judged again, and is final", async () => {
    const before = stock();
    const { id, payment } = await life.buyOne();
    const first = await judged(id, "invalid");
    expect(await judged(id, "invalid")).toEqual(first);
    expect(stock()).toBe(before);
    expectProblem(await cancel(buyer, id), 409, "conflict");
    expectProblem(await life.pay(buyer, id, {}), 400, "bad_request");
    expectProblem(await refund(seller, payment, {}), 400, "bad_request");
    const message = "An order does not move from invalid to pending_cancel";
    expectProblem(await judge(id, "pending_cancel"), 400, "bad_request", message);
  });

  it("is not restocked when its goods have left, and no longer follows its shipment", async () => {
    const before = stock();
    const { id } = await life.buyOne();
    flex.left.add(id);
    await judged(id, "invalid");
    await rpc.shipmentMoved({
      order_ids: [id],
      shipment_id: 1,
      status: "not_delivered",
      substatus: "returned",
      version: 1,
      at: "2026-03-12T00:00:00.000Z",
    });
    expect(await read(id)).toMatchObject({ status: "invalid", payments: [{ status: "refunded" }] });
    expect(stock()).toBe(before - 1);
  });

  it("is followed up by the jobs when flex-service is away", async () => {
    const before = stock();
    const { id } = await life.buyOne();
    const { cancelShipment } = flex;
    flex.cancelShipment = async () => Promise.reject(new Error("away"));
    expect((await judge(id, "invalid")).status).toBeGreaterThanOrEqual(500);
    expect(await read(id)).toMatchObject({ status: "invalid", paid_amount: 0 });
    flex.cancelShipment = cancelShipment;
    await completeCancellations(deps);
    await returnRemainingUnits(deps);
    expect(flex.canceled).toContain(id);
    expect(stock()).toBe(before);
  });

  it("is counted with the sales that did not come about", async () => {
    const canceled = async () => (await rpc.trades({ user_ids: [ids.seller] }))[0]?.sold.canceled ?? 0;
    const before = await canceled();
    await judged((await life.buyOne()).id, "invalid");
    expect(await canceled()).toBe(before + 1);
  });
});

describe("an order whose refund is stuck", () => {
  it("is pending_cancel, with payment, stock and shipment as they were, until an operator ends it", async () => {
    const before = stock();
    const { id } = await life.buyOne();
    const paid = await read(id);
    expect(await judged(id, "pending_cancel")).toMatchObject({ status: "pending_cancel" });
    const order = await read(id);
    expect(order).toEqual({
      ...paid,
      status: "pending_cancel",
      last_updated: order.last_updated,
      date_last_updated: order.last_updated,
    });
    expect(order.tags).toContain("paid");
    expect(stock()).toBe(before - 1);
    expect(await judged(id, "pending_cancel")).toMatchObject({ status: "pending_cancel" });
    const pack = await service.http.get(`/packs/${id}`, { as: buyer });
    expect(pack.json()).toMatchObject({ status: "pending_cancel" });
    expect(await judged(id, "cancelled")).toMatchObject({
      status: "cancelled",
      paid_amount: 0,
      payments: [{ status: "refunded" }],
    });
    expect(await judged(id, "cancelled")).toMatchObject({ status: "cancelled" });
    expect(flex.canceled).toContain(id);
    expect(stock()).toBe(before);
  });

  it("stays so with a part refund, and is canceled by a refund of all or by its parties", async () => {
    const { id, payment } = await life.buyOne();
    await judged(id, "pending_cancel");
    await refund(seller, payment, { amount: 1 });
    await move(operator, payment, { status: "in_mediation" });
    expect(await read(id)).toMatchObject({ status: "pending_cancel" });
    await move(operator, payment, { status: "refunded" });
    expect(await read(id)).toMatchObject({ status: "cancelled", cancel_detail: { group: "internal" } });
    const other = await life.buyOne();
    await judged(other.id, "pending_cancel");
    expect((await cancel(buyer, other.id)).json()).toMatchObject({ status: "cancelled", paid_amount: 0 });
  });

  it("gets no shipment", async () => {
    const { createShipment } = flex;
    flex.createShipment = async () => Promise.reject(new Error("away"));
    const { id } = await life.buyOne();
    await judged(id, "pending_cancel");
    flex.createShipment = createShipment;
    clock.advance(16_000);
    await createMissingShipments(deps);
    expect(await read(id)).toMatchObject({ shipping: { id: null } });
  });

  it("was paid in full: another order is not moved to pending_cancel", async () => {
    for (const status of ["pending", "none"]) {
      const { id } = await life.buyOne(status);
      expectProblem(await judge(id, "pending_cancel"), 400, "bad_request");
    }
    const { id, payment } = await life.buyOne();
    await refund(seller, payment, { amount: 1 });
    const message = "An order does not move from partially_refunded to pending_cancel";
    expectProblem(await judge(id, "pending_cancel"), 400, "bad_request", message);
  });
});

it("only operators give these statuses, and they cancel nothing else", async () => {
  const { id } = await life.buyOne();
  for (const status of ["pending_cancel", "invalid"]) {
    for (const as of [buyer, seller]) expectProblem(await judge(id, status, as), 403, "forbidden");
    expectProblem(await judge(id, status, stranger), 403, "not_owned_order");
    expectProblem(await judge(4_600_999_999, status), 404, "order_not_found");
  }
  expectProblem(await judge(id, "cancelled"), 403, "forbidden");
  expectProblem(await judge(id, "paid"), 400, "bad_request");
  expectProblem(await life.change(operator, id, { tags: ["delivered"] }), 403, "forbidden");
  expect(await read(id)).toMatchObject({ status: "paid" });
});

it("both parties are notified of the change", async () => {
  const { id } = await life.buyOne();
  const count = async () =>
    (await recordedEvents()).filter(
      ({ topic, resource }) => topic === "orders_v2" && resource === `/orders/${id}`,
    ).length;
  const before = await count();
  await judged(id, "pending_cancel");
  expect(await count()).toBe(before + 2);
});

it("a verdict, a cancellation and a refund at once leave no order half canceled", async () => {
  const before = stock("MLA107");
  for (let round = 0; round < 6; round++) {
    const { id, payment } = await life.buyOne("approved", "MLA107");
    await Promise.all([
      judge(id, "invalid"),
      cancel(seller, id),
      refund(seller, payment, {}),
      judge(id, "invalid"),
    ]);
    const order = await read(id);
    expect(["invalid", "cancelled"]).toContain(order.status);
    expect(order).toMatchObject({ paid_amount: 0, payments: [{ transaction_amount_refunded: 100.5 }] });
  }
  expect(stock("MLA107")).toBe(before);
});
