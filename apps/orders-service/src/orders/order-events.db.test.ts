import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { buyer, ids, ordersService } from "../orders.fixture.ts";
import { ordersRpc } from "../rpc.ts";
import { lifeOf } from "./order-life.fixture.ts";
import { createMissingShipments } from "./shipments.service.ts";

const service = await ordersService();
const { http, clock, flex, recordedEvents, deps } = service;
const life = lifeOf(service);

const buy = (items: string[], headers: Record<string, string> = {}) =>
  http.post("/orders", {
    as: buyer,
    headers,
    body: { items: items.map((id) => ({ id, quantity: 1 })) },
  });
const ordersOf = (answer: Awaited<ReturnType<typeof buy>>) =>
  answer.json<{ orders: { id: number }[] }>().orders.map(({ id }) => id);
/** The orders' events that `work` records. */
async function eventsDuring(work: () => Promise<unknown>) {
  const before = (await recordedEvents()).length;
  await work();
  return (await recordedEvents()).slice(before).filter(({ topic }) => topic.startsWith("orders"));
}
/** Both names of the topic, each for both parties. */
const eventsOf = (id: number) =>
  ["orders", "orders_v2"].flatMap((topic) =>
    [ids.seller, ids.buyer].map((user_id) => ({ topic, resource: `/orders/${id}`, user_id })),
  );

/** A statement of several inserts numbers their rows in no promised order. */
const inAnyOrder = (events: unknown[]) =>
  expect.toSatisfy(
    (found: unknown[]) =>
      found.length === events.length &&
      events.every((event) => found.some((each) => isDeepStrictEqual(each, event))),
  );

describe("the parties of an order hear", () => {
  it("of its creation, and of its shipment", async () => {
    let bought: number[] = [];
    const events = await eventsDuring(async () => {
      bought = ordersOf(await buy(["MLA100", "MLA101"]));
    });
    const created = bought.flatMap(eventsOf);
    expect(events).toHaveLength(16);
    for (const half of [events.slice(0, 8), events.slice(8)])
      expect(half).toEqual(expect.arrayContaining(created));
  });

  it("of a shipment that comes later, once", async () => {
    const { createShipment } = flex;
    flex.createShipment = async () => Promise.reject(new Error("away"));
    let bought: number[] = [];
    const created = await eventsDuring(async () => {
      bought = ordersOf(await buy(["MLA100"]));
    });
    flex.createShipment = createShipment;
    expect(created).toEqual(inAnyOrder(bought.flatMap(eventsOf)));
    clock.advance(16_000);
    const later = await eventsDuring(() =>
      Promise.all([createMissingShipments(deps), createMissingShipments(deps)]),
    );
    expect(later).toEqual(inAnyOrder(bought.flatMap(eventsOf)));
  });

  it("nothing of a purchase that fails", async () => {
    expect(await eventsDuring(() => buy(["MLA100", "MLA999"]))).toEqual([]);
  });

  it("once of a purchase that is repeated", async () => {
    const headers = { "Idempotency-Key": "heard-once" };
    await buy(["MLA100"], headers);
    expect(await eventsDuring(() => buy(["MLA100"], headers))).toEqual([]);
  });
});

describe("trades", () => {
  it("count what users sold and bought", async () => {
    const rpc = ordersRpc(deps);
    const count = async () => rpc.trades({ user_ids: [ids.seller, ids.buyer, 77] });
    const [sellerBefore, buyerBefore] = await count();
    await buy(["MLA100", "MLA101"]);
    const [seller, customer, stranger] = await count();
    expect(seller?.sold.completed).toBe((sellerBefore?.sold.completed ?? 0) + 2);
    expect(customer?.bought.completed).toBe((buyerBefore?.bought.completed ?? 0) + 2);
    const none = { completed: 0, canceled: 0, canceled_paid: 0 };
    expect(stranger).toEqual({ user_id: 77, sold: none, bought: none });
  });

  it("tell of canceled purchases how many had been paid", async () => {
    const bought = async () => (await ordersRpc(deps).trades({ user_ids: [ids.buyer] }))[0]?.bought;
    const before = await bought();
    await life.cancel(buyer, (await life.buyOne("pending")).id);
    await life.cancel(buyer, (await life.buyOne()).id);
    expect(await bought()).toEqual({
      completed: before?.completed,
      canceled: (before?.canceled ?? 0) + 2,
      canceled_paid: (before?.canceled_paid ?? 0) + 1,
    });
  });
});
