import { fakeClock } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { buyer, operator, ordersService, seller } from "../orders.fixture.ts";
import { completeCancellations } from "./cancellations.service.ts";
import { lifeOf } from "./order-life.fixture.ts";
import { createRealWaits } from "./real-waits.service.ts";
import { createMissingShipments, createShipments } from "./shipments.service.ts";

const service = await ordersService();
const { catalog, clock, deps, flex, http, sale } = service;
const life = lifeOf(service);
const { cancel, read } = life;
const [createShipment, cancelShipment] = [flex.createShipment.bind(flex), flex.cancelShipment.bind(flex)];
type Creation = Parameters<typeof createShipment>[0];
const away = async () => Promise.reject(new Error("away"));

/** Orders of one pack that are paid and have no shipment. */
const paidOrders = async (items = 1) => {
  const { packId } = await sale({}, { items, packed: items > 1 });
  const pack = await deps.packs.find(packId);
  return deps.orders.findAll(pack?.orderIds ?? [packId]);
};
const paidOrder = async () => {
  const [order] = await paidOrders();
  if (!order) throw new Error("no order");
  return order;
};
const refuse = (id: number) =>
  http.post(`/orders/${id}/feedback`, {
    as: seller,
    body: { fulfilled: false, rating: "negative", message: "Broken", reason: "OUT_OF_STOCK" },
  });

/** Lets something happen when flex-service has a request to create a shipment, but not the shipment yet. */
const whileCreating = (happens: (asked: Creation) => Promise<unknown>) => {
  flex.createShipment = async (asked) => {
    flex.createShipment = createShipment;
    await happens(asked);
    return createShipment(asked);
  };
};

describe("while flex-service creates the shipment of an order", () => {
  it("a sale that its seller does not fulfill is refunded, and nothing is sent", async () => {
    const order = await paidOrder();
    whileCreating(async () => expect((await refuse(order.id)).status).toBe(201));
    const [after] = await createShipments(deps, [order]);
    expect(after).toMatchObject({ status: "confirmed", shipmentId: null, cancelRequest: null });
    expect(flex.canceled).toContain(order.id);
    expect((await read(order.id)).payments).toMatchObject([{ status: "refunded" }]);
  });

  it("a cancellation that flex-service has just answered ends the order, and nothing is sent", async () => {
    const order = await paidOrder();
    flex.cancelShipment = async (asked) => {
      flex.cancelShipment = cancelShipment;
      const answer = await cancelShipment(asked);
      expect(answer).toEqual({ outcome: "none" });
      await createShipments(deps, [order]);
      return answer;
    };
    expect((await cancel(buyer, order.id)).json()).toMatchObject({ status: "cancelled", paid_amount: 0 });
    expect(flex.canceled).toContain(order.id);
    expect(await deps.orders.find(order.id)).toMatchObject({ shipmentId: null, cancelRequest: null });
  });

  it("a cancellation stops what was created, however often it has to be asked", async () => {
    const order = await paidOrder();
    whileCreating(async () => {
      expect((await cancel(buyer, order.id)).json()).toMatchObject({ status: "cancelled" });
      flex.cancelShipment = away;
    });
    const [after] = await createShipments(deps, [order]);
    expect(after).toMatchObject({ status: "cancelled", shipmentId: null });
    expect(flex.canceled).not.toContain(order.id);
    flex.cancelShipment = cancelShipment;
    await completeCancellations(deps);
    expect(flex.canceled).toContain(order.id);
    expect(await deps.orders.find(order.id)).toMatchObject({ status: "cancelled", cancelRequest: null });
  });

  it.each([
    [buyer, "closed_by_user"],
    [seller, "cancelled_manually"],
  ])("a cancellation is told with the words of who made it (%#)", async (as, substatus) => {
    const order = await paidOrder();
    whileCreating(() => cancel(as, order.id));
    const told: (string | null)[] = [];
    flex.cancelShipment = async (asked) => {
      told.push(asked.substatus);
      return cancelShipment(asked);
    };
    await createShipments(deps, [order]);
    flex.cancelShipment = cancelShipment;
    expect(told).toEqual([substatus, substatus]);
  });

  it("the cancellation of one order leaves the others of its pack their shipment", async () => {
    const [first, second, third] = await paidOrders(3);
    if (!first || !second || !third) throw new Error("the pack has no three orders");
    whileCreating(async () => {
      await cancel(buyer, first.id);
      await refuse(third.id);
      flex.cancelShipment = away;
    });
    const after = await createShipments(deps, [first, second, third]);
    flex.cancelShipment = cancelShipment;
    const { id } = flex.shipments.get(second.id) ?? {};
    expect(after.map(({ shipmentId }) => shipmentId)).toEqual([null, id, null]);
    await completeCancellations(deps);
    expect(flex.canceled).toEqual(expect.arrayContaining([first.id, third.id]));
    expect(flex.canceled).not.toContain(second.id);
  });

  it("a cancellation that waits for flex-service keeps the job from asking for a shipment", async () => {
    const order = await paidOrder();
    flex.cancelShipment = away;
    expect((await cancel(buyer, order.id)).status).toBeGreaterThanOrEqual(500);
    flex.cancelShipment = cancelShipment;
    clock.advance(60_000);
    await createMissingShipments(deps);
    expect(flex.shipments.has(order.id)).toBe(false);
    await completeCancellations(deps);
    expect(await read(order.id)).toMatchObject({ status: "cancelled" });
  });
});

describe("a shipment of which orders-service never heard", () => {
  /** The shipment is made, and the answer lost. */
  const withLostAnswer = async () => {
    const order = await paidOrder();
    flex.createShipment = async (asked) => {
      flex.createShipment = createShipment;
      await createShipment(asked);
      throw new Error("timeout");
    };
    await createShipments(deps, [order]);
    return order.id;
  };

  it("is stopped when a sale that waits for that is canceled, too", async () => {
    const id = await withLostAnswer();
    flex.cancelShipment = away;
    expect((await refuse(id)).status).toBe(201);
    expect((await cancel(buyer, id)).status).toBeGreaterThanOrEqual(500);
    flex.cancelShipment = cancelShipment;
    await completeCancellations(deps);
    expect(await read(id)).toMatchObject({ status: "cancelled", cancel_detail: { group: "buyer" } });
    expect(flex.canceled).toContain(id);
  });

  it("is stopped when a sale that waits for that is a fraud", async () => {
    const id = await withLostAnswer();
    flex.cancelShipment = away;
    expect((await refuse(id)).status).toBe(201);
    expect((await life.change(operator, id, { status: "invalid" })).status).toBeGreaterThanOrEqual(500);
    flex.cancelShipment = cancelShipment;
    await completeCancellations(deps);
    expect(await read(id)).toMatchObject({ status: "invalid", cancel_detail: { code: "fraud" } });
    expect(flex.canceled).toContain(id);
  });

  it("is stopped also when it was made after flex-service knew of none to stop", async () => {
    const order = await paidOrder();
    whileCreating(async (asked) => {
      expect((await cancel(buyer, order.id)).json()).toMatchObject({ status: "cancelled" });
      await createShipment(asked);
      throw new Error("timeout");
    });
    await createShipments(deps, [order]);
    expect(flex.canceled).not.toContain(order.id);
    await completeCancellations(deps);
    expect(flex.canceled).toContain(order.id);
  });

  it("is asked for no more once no request can be under way, wherever the clock is", async () => {
    for (const minutes of [2, -2]) {
      const { id } = await paidOrder();
      const before = catalog.stockOf("MLA100") ?? 0;
      expect((await cancel(buyer, id)).json()).toMatchObject({ status: "cancelled" });
      expect(catalog.stockOf("MLA100")).toBe(before + 1);
      await completeCancellations(deps);
      expect((await deps.orders.find(id))?.cancelRequest).not.toBeNull();
      clock.step(minutes * 60_000);
      await completeCancellations(deps);
      expect(await deps.orders.find(id)).toMatchObject({ status: "cancelled", cancelRequest: null });
      expect(catalog.stockOf("MLA100")).toBe(before + 1);
    }
  });
});

it("a cancellation is asked for no more after a minute of the machine's time, though the clock stands still", async () => {
  const machine = fakeClock();
  const waits = createRealWaits(machine);
  const { id } = await paidOrder();
  await cancel(buyer, id);
  const isAskedAgain = async () => {
    await completeCancellations({ ...deps, systemClock: machine }, undefined, waits);
    return (await deps.orders.find(id))?.cancelRequest !== null;
  };
  expect(await isAskedAgain()).toBe(true);
  machine.advance(59_999);
  expect(await isAskedAgain()).toBe(true);
  machine.advance(1);
  expect(await isAskedAgain()).toBe(false);
});

it("cancellations that keep failing do not keep the job from later ones", async () => {
  const orders = await Promise.all(Array.from({ length: 51 }, paidOrder));
  flex.cancelShipment = away;
  for (const { id } of orders) await cancel(buyer, id);
  const [last, ...failing] = orders.map(({ id }) => id).toSorted((a, b) => b - a);
  flex.cancelShipment = async (asked) => (failing.includes(asked.order_id) ? away() : cancelShipment(asked));
  await completeCancellations(deps);
  flex.cancelShipment = cancelShipment;
  expect(await deps.orders.find(last ?? 0)).toMatchObject({ status: "cancelled" });
});
