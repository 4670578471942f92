import { describe, expect, it } from "vitest";
import { buyer, ordersService, seller } from "../orders.fixture.ts";
import { completeCancellations } from "./cancellations.service.ts";
import { lifeOf } from "./order-life.fixture.ts";
import { createMissingShipments, createShipments } from "./shipments.service.ts";

const service = await ordersService();
const { catalog, deps, flex, http, sale } = service;
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

  it("a cancellation that waits for flex-service keeps the job from asking for a shipment", async () => {
    const order = await paidOrder();
    flex.cancelShipment = away;
    expect((await cancel(buyer, order.id)).status).toBeGreaterThanOrEqual(500);
    flex.cancelShipment = cancelShipment;
    service.clock.advance(60_000);
    await createMissingShipments(deps);
    expect(flex.shipments.has(order.id)).toBe(false);
    await completeCancellations(deps);
    expect(await read(order.id)).toMatchObject({ status: "cancelled" });
  });
});
