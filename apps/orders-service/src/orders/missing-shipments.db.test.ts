import { fakeClock } from "@marketplace/testkit";
import { describe, expect, it, vi } from "vitest";
import { buyer, ordersService } from "../orders.fixture.ts";
import { lifeOf } from "./order-life.fixture.ts";
import { createRealWaits } from "./real-waits.service.ts";
import { createMissingShipments } from "./shipments.service.ts";

const service = await ordersService();
const { clock, deps, flex, sale } = service;
const life = lifeOf(service);
const createShipment = flex.createShipment.bind(flex);

describe("the job that creates missing shipments", () => {
  it("leaves an old order that was just paid to the request that pays it", async () => {
    const { id, payment } = await life.buyOne("pending");
    clock.advance(3_600_000);
    const asked: number[] = [];
    flex.createShipment = async (order) => {
      asked.push(order.order_id);
      if (asked.length === 1) await createMissingShipments(deps);
      return createShipment(order);
    };
    expect((await life.move(buyer, payment, { status: "approved" })).status).toBe(200);
    flex.createShipment = createShipment;
    expect(asked).toEqual([id]);
    expect((await deps.orders.find(id))?.shipmentId).not.toBeNull();
  });

  it("leaves it for 15 seconds of the machine's time while the clock stands still, and no longer", async () => {
    const machine = fakeClock();
    const frozen = { ...deps, systemClock: machine };
    const waits = createRealWaits(machine);
    const { orderId } = await sale({}, { packed: false });
    for (const [ms, made] of [
      [0, 0],
      [14_999, 0],
      [1, 1],
    ] as const) {
      machine.advance(ms);
      expect(await createMissingShipments(frozen, undefined, waits)).toBe(made);
    }
    expect((await deps.orders.find(orderId))?.shipmentId).not.toBeNull();
  });

  it("counts these seconds also in runs that fail later on", async () => {
    const machine = fakeClock();
    const frozen = { ...deps, systemClock: machine };
    const waits = createRealWaits(machine);
    const { orderId } = await sale({}, { packed: false });
    const withoutShipment = deps.orders.withoutShipment.bind(deps.orders);
    let pages = 0;
    const paging = vi.spyOn(deps.orders, "withoutShipment").mockImplementation(async (range) => {
      pages += 1;
      if (pages % 2 === 0) throw new Error("the next page cannot be read");
      return { ...(await withoutShipment(range)), next: { paidAt: clock.now(), id: orderId } };
    });
    for (const ms of [0, 15_000]) {
      machine.advance(ms);
      await expect(createMissingShipments(frozen, undefined, waits)).rejects.toThrow("cannot be read");
    }
    paging.mockRestore();
    expect((await deps.orders.find(orderId))?.shipmentId).not.toBeNull();
  });

  it("changes an order, as its readers see by last_updated", async () => {
    const { orderId } = await sale({}, { packed: false });
    clock.advance(16_000);
    expect(await createMissingShipments(deps)).toBe(1);
    expect((await deps.orders.find(orderId))?.lastUpdated).toEqual(clock.now());
  });

  it("finds an order of which no payment is known by when it was made", async () => {
    const { orderId } = await sale({ status: "partially_refunded", closedAt: null }, { packed: false });
    expect(await createMissingShipments(deps)).toBe(0);
    clock.advance(16_000);
    expect(await createMissingShipments(deps)).toBe(1);
    expect((await deps.orders.find(orderId))?.shipmentId).not.toBeNull();
  });

  it("reaches every order, however many older ones fail, and asks for five at a time", async () => {
    const unpacked = { packed: false } as const;
    const failing = await Promise.all(
      Array.from({ length: 60 }, async () => (await sale({}, unpacked)).orderId),
    );
    clock.advance(1);
    const young = (await sale({}, unpacked)).orderId;
    clock.advance(16_000);
    let [atOnce, most] = [0, 0];
    flex.createShipment = async (order) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      if (failing.includes(order.order_id)) throw new Error("it never answers for these");
      return createShipment(order);
    };
    expect(await createMissingShipments(deps)).toBe(1);
    expect((await deps.orders.find(young))?.shipmentId).not.toBeNull();
    expect(most).toBe(5);
    flex.createShipment = createShipment;
    expect(await createMissingShipments(deps)).toBe(60);
  });
});
