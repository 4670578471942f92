import { localClient, ordersContract } from "@marketplace/contracts";
import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { buyer, ids, operator, ordersService, seller, stranger } from "../orders.fixture.ts";
import { ordersRpc } from "../rpc.ts";
import { cancelUnpaid, completeCancellations } from "./cancellations.service.ts";
import { lifeOf } from "./order-life.fixture.ts";
import { returnRemainingUnits } from "./returned-stock.service.ts";
import { createShipments } from "./shipments.service.ts";
import { fillSnapshots } from "./snapshots.service.ts";

const service = await ordersService();
const { catalog, flex, clock, deps, sale, recordedEvents } = service;
const life = lifeOf(service);
const { read, cancel } = life;
const rpc = localClient(ordersContract, ordersRpc(deps));
const stock = (id = "MLA100") => catalog.stockOf(id) ?? 0;

describe("a canceled order", () => {
  it.each([
    [buyer, "buyer", "buyer_cancel_express"],
    [seller, "seller", "seller_cancelled"],
  ])("is refunded, its shipment stops and its stock comes back (%#)", async (as, group, code) => {
    const before = stock();
    const { id } = await life.buyOne();
    const answer = await cancel(as, id);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      id,
      status: "cancelled",
      paid_amount: 0,
      cancel_detail: { group, code, requested_by: group },
      payments: [{ status: "refunded", transaction_amount_refunded: 6100.5 }],
    });
    expect(flex.canceled).toContain(id);
    expect(stock()).toBe(before);
  });

  it("stays as it is when it is canceled again: 200, once done", async () => {
    const before = stock();
    const { id } = await life.buyOne();
    const [first, second] = [await cancel(buyer, id), await cancel(seller, id)];
    expect(second.status).toBe(200);
    expect(second.json()).toEqual(first.json());
    expect(stock()).toBe(before);
  });

  it("is canceled once by many at once", async () => {
    const before = stock();
    const { id } = await life.buyOne();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => cancel(index % 2 ? buyer : seller, id)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const order = await read(id);
    expect(order.payments[0]?.transaction_amount_refunded).toBe(6100.5);
    expect(stock()).toBe(before);
  });

  it("of a pack leaves the pack's others, and returns its own units alone", async () => {
    const before = [stock("MLA100"), stock("MLA104")];
    const [first, second] = await life.buy(["MLA100", "MLA104"]);
    await cancel(buyer, first?.id ?? 0);
    expect([stock("MLA100"), stock("MLA104")]).toEqual([before[0], (before[1] ?? 0) - 1]);
    expect(await read(second?.id ?? 0)).toMatchObject({ status: "paid", shipping: second?.shipping });
    const pack = await service.http.get(`/packs/${first?.pack_id}`, { as: buyer });
    expect(pack.json()).toMatchObject({ status: "released" });
    await cancel(buyer, second?.id ?? 0);
    const empty = await service.http.get(`/packs/${first?.pack_id}`, { as: buyer });
    expect(empty.json()).toMatchObject({ status: "cancelled" });
    expect([stock("MLA100"), stock("MLA104")]).toEqual(before);
  });

  it("is one that was not shipped yet", async () => {
    const { id } = await life.buyOne();
    flex.left.add(id);
    expectProblem(await cancel(buyer, id), 409, "conflict", `Order ${id} can no longer be canceled`);
    expect(await read(id)).toMatchObject({ status: "paid", cancel_detail: null });
  });

  it("is one of the caller's own", async () => {
    const { id } = await life.buyOne();
    expectProblem(await cancel(stranger, id), 403, "not_owned_order");
    expectProblem(await cancel(operator, id), 403, "forbidden");
    expectProblem(await cancel(buyer, 4_600_999_999), 404, "order_not_found");
    const both = await life.change(seller, id, { status: "cancelled", tags: ["delivered"] });
    expectProblem(both, 400, "bad_request");
    expectProblem(await life.change(seller, id, { status: "paid" }), 400, "bad_request");
  });
});

describe("a cancellation that is cut short", () => {
  it("by flex-service is completed by the job", async () => {
    const before = stock();
    const { id } = await life.buyOne();
    const { cancelShipment } = flex;
    flex.cancelShipment = async () => Promise.reject(new Error("away"));
    expect((await cancel(buyer, id)).status).toBeGreaterThanOrEqual(500);
    expect(await read(id)).toMatchObject({ status: "paid" });
    flex.cancelShipment = cancelShipment;
    expect(await completeCancellations(deps)).toBe(1);
    expect(await read(id)).toMatchObject({ status: "cancelled", cancel_detail: { group: "buyer" } });
    expect(stock()).toBe(before);
  });

  it("by catalog-service returns its stock later, once", async () => {
    const before = stock();
    const { id } = await life.buyOne();
    const { returnUnits } = catalog;
    catalog.returnUnits = async () => Promise.reject(new Error("away"));
    expect((await cancel(buyer, id)).json()).toMatchObject({ status: "cancelled" });
    expect(stock()).toBe(before - 1);
    catalog.returnUnits = returnUnits;
    await Promise.all([returnRemainingUnits(deps), returnRemainingUnits(deps)]);
    expect(stock()).toBe(before);
  });

  it("while its shipment is being created takes the order out of it", async () => {
    const [order] = await deps.orders.findAll([(await sale({}, { packed: false })).orderId]);
    if (!order) throw new Error("no order");
    await cancel(buyer, order.id);
    const [after] = await createShipments(deps, [order]);
    expect(after).toMatchObject({ status: "cancelled", shipmentId: null });
    expect(flex.canceled).toContain(order.id);
  });
});

describe("an order that is not paid", () => {
  it.each(["pending", "in_process", "rejected", "none"])(
    "(%s) is canceled after 72 hours",
    async (status) => {
      const before = stock();
      const { id } = await life.buyOne(status);
      clock.advance(72 * 3_600_000 - 1);
      await cancelUnpaid(deps);
      expect((await read(id)).status).not.toBe("cancelled");
      clock.advance(2);
      await cancelUnpaid(deps);
      expect(await read(id)).toMatchObject({
        status: "cancelled",
        cancel_detail: { group: "internal", code: "payment_expired", requested_by: null },
      });
      expect(stock()).toBe(before);
    },
  );

  it("gives its partial payment back", async () => {
    const { id } = await life.buyOne("none");
    await life.pay(buyer, id, { amount: 50 });
    clock.advance(73 * 3_600_000);
    await cancelUnpaid(deps);
    expect(await read(id)).toMatchObject({ status: "cancelled", payments: [{ status: "refunded" }] });
  });
});

describe("a shipment", () => {
  const moveOf = (id: number, status: string, substatus: string | null = null) => ({
    order_ids: [id],
    shipment_id: 1,
    status,
    substatus,
    version: 1,
    at: "2026-03-12T00:00:00.000Z",
  });
  const moved = (...move: Parameters<typeof moveOf>) => rpc.shipmentMoved(moveOf(...move));

  it("that is delivered gives the order the tag", async () => {
    const { id } = await life.buyOne();
    await moved(id, "delivered");
    expect(await read(id)).toMatchObject({ status: "paid", fulfilled: true });
    expect((await read(id)).tags).toContain("delivered");
    expectProblem(await cancel(seller, id), 409, "conflict");
  });

  it("that is delivered after its order was refunded gives the tag too, and the parties hear of it", async () => {
    const { id, payment } = await life.buyOne();
    await rpc.shipmentMoved({ ...moveOf(id, "shipped"), version: 1 });
    expect((await life.refund(seller, payment, {})).status).toBe(201);
    const before = (await recordedEvents()).length;
    await rpc.shipmentMoved({ ...moveOf(id, "delivered"), version: 2 });
    expect(await read(id)).toMatchObject({ status: "cancelled" });
    expect((await read(id)).tags).toContain("delivered");
    const heard = (await recordedEvents()).slice(before).filter(({ topic }) => topic === "orders_v2");
    expect(heard.map(({ user_id }) => user_id).toSorted()).toEqual([ids.seller, ids.buyer].toSorted());
  });

  it.each(["returned", "lost"])("that is %s refunds the order, without stock", async (substatus) => {
    const before = stock();
    const { id } = await life.buyOne();
    await moved(id, "not_delivered", substatus);
    expect(await read(id)).toMatchObject({
      status: "cancelled",
      cancel_detail: { group: "shipment", code: "shipment_not_delivered" },
      payments: [{ status: "refunded" }],
    });
    expect(stock()).toBe(before - 1);
  });

  it("that comes back stays paid until it is there", async () => {
    const { id } = await life.buyOne();
    await moved(id, "not_delivered", "returning_to_sender");
    expect(await read(id)).toMatchObject({ status: "paid" });
  });

  it("that its seller stops cancels the order, with its stock back", async () => {
    const before = stock();
    const { id } = await life.buyOne();
    await moved(id, "cancelled");
    expect(await read(id)).toMatchObject({ status: "cancelled", cancel_detail: { group: "seller" } });
    expect(stock()).toBe(before);
  });
});

describe("an order without shipment", () => {
  it("is marked as delivered by its seller", async () => {
    const { id } = await life.buyOne("approved", "MLA107");
    expectProblem(await life.change(buyer, id, { tags: ["delivered"] }), 403, "forbidden");
    for (const _ of [1, 2]) {
      const answer = await life.change(seller, id, { tags: ["delivered"] });
      expect(answer.json()).toMatchObject({ fulfilled: true, tags: expect.arrayContaining(["delivered"]) });
    }
  });

  it("is marked only when it is paid and nothing ships it", async () => {
    const shipped = await life.buyOne();
    expectProblem(await life.change(seller, shipped.id, { tags: ["delivered"] }), 400, "bad_request");
    const unpaid = await life.buyOne("pending", "MLA107");
    expectProblem(await life.change(seller, unpaid.id, { tags: ["delivered"] }), 400, "bad_request");
  });
});

it("an order of an earlier release learns what it sold", async () => {
  const known = await sale({ itemId: "MLA104" }, { packed: false });
  const gone = await sale({ itemId: "MLA999" }, { packed: false });
  while ((await fillSnapshots(deps)) > 0);
  const titles = [known, gone].map(async ({ orderId }) => (await read(orderId)).order_items[0]?.item);
  expect(await Promise.all(titles)).toMatchObject([
    { title: "Cafetera", seller_sku: "sku 104" },
    { title: "MLA999", seller_sku: null },
  ]);
});
