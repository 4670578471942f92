import { localClient, ordersContract } from "@marketplace/contracts";
import { describe, expect, it } from "vitest";
import { buyer, ids, ordersService, seller } from "./orders.fixture.ts";
import { ordersRpc } from "./rpc.ts";

const { http, sale, deps, clock, recordedEvents } = await ordersService();
const client = localClient(ordersContract, ordersRpc(deps));
const parties = { site_id: "MLA", seller_id: ids.seller, buyer_id: ids.buyer };

it("gives other services the parties of a pack, and whether its warehouses are the platform's", async () => {
  const { packId } = await sale({ logisticType: "fulfillment" }, { items: 2 });
  const pack = await client.pack({ pack_id: packId });
  expect(pack).toEqual({ id: packId, ...parties, fulfillment: true, order_in_pack: false });
});

it("tells an order without a pack from one that has a pack", async () => {
  const [single, packed] = [await sale({}, { packed: false }), await sale()];
  const own = await client.pack({ pack_id: single.orderId });
  expect(own).toEqual({ id: single.orderId, ...parties, fulfillment: false, order_in_pack: false });
  expect(await client.pack({ pack_id: packed.orderId })).toMatchObject({ order_in_pack: true });
});

it("knows no pack of an id that was never given", async () => {
  expect(await client.pack({ pack_id: Number.MAX_SAFE_INTEGER })).toBeNull();
});

describe("a shipment's state", () => {
  const at = "2026-03-11T10:00:00.000Z";
  const state = { shipment_id: 4_100_000_777, substatus: null, at };

  it("is kept on each of its orders, and an older one that comes late changes nothing", async () => {
    const orders = [await sale({}, { packed: false }), await sale({}, { packed: false })];
    const order_ids = orders.map(({ orderId }) => orderId);
    await client.shipmentMoved({ ...state, order_ids, status: "delivered", version: 4 });
    await client.shipmentMoved({ ...state, order_ids, status: "shipped", version: 3 });
    for (const order of await deps.orders.findAll(order_ids))
      expect(order).toMatchObject({
        shippingStatus: "delivered",
        shippingVersion: 4,
        delivered: true,
        fulfilled: true,
        lastUpdated: clock.now(),
      });
  });

  it("that is heard of late is dated now, and moves last_updated back for no clock", async () => {
    const { orderId } = await sale({}, { packed: false });
    const heard = async (version: number) => {
      await client.shipmentMoved({ ...state, order_ids: [orderId], status: "shipped", version });
      return (await deps.orders.find(orderId))?.lastUpdated;
    };
    clock.advance(3 * 86_400_000);
    const now = clock.now();
    expect(await heard(1)).toEqual(now);
    clock.advance(-86_400_000);
    expect(await heard(2)).toEqual(now);
    clock.advance(-2 * 86_400_000);
  });

  it.each([
    ["corrects a buyer who said that nothing came", buyer, true],
    ["leaves the word of a seller who did not fulfill the sale", seller, false],
  ])("of a delivery %s", async (_, as, fulfilled) => {
    const { orderId } = await sale({}, { packed: false });
    const body = { fulfilled: false, rating: "negative", reason: "NOT_RECEIVED" };
    expect((await http.post(`/orders/${orderId}/feedback`, { as, body })).status).toBe(201);
    await client.shipmentMoved({ ...state, order_ids: [orderId], status: "delivered", version: 1 });
    expect((await http.get(`/orders/${orderId}`, { as: buyer })).json()).toMatchObject({
      fulfilled,
      tags: expect.arrayContaining(["delivered"]),
    });
  });

  it("of a delivery is notified to both parties under both topics, once", async () => {
    const { orderId } = await sale({}, { packed: false });
    const delivered = { ...state, order_ids: [orderId], status: "delivered", version: 1 };
    await client.shipmentMoved({ ...delivered });
    await client.shipmentMoved({ ...delivered });
    const told = (await recordedEvents()).filter(({ resource }) => resource === `/orders/${orderId}`);
    expect(told).toHaveLength(4);
  });
});

it("tells the payments of orders, the cost of shipping included", async () => {
  const { orderId } = await sale({}, { packed: false });
  const [order] = await deps.orders.findAll([orderId]);
  const at = new Date("2026-03-10T15:00:00.000Z");
  const [payment] = await deps.payments.add([
    {
      orderId,
      status: "approved",
      statusDetail: "accredited",
      methodId: "account_money",
      type: "account_money",
      installments: 1,
      amount: 200.2,
      shippingCost: 6000.1,
      createdAt: at,
      approvedAt: at,
    },
  ]);
  expect(await client.payments({ order_ids: [orderId] })).toContainEqual({
    payment_id: payment?.id,
    user_id: order?.buyerId,
    amount: 6200.3,
    status: "approved",
  });
  expect(await client.payments({ order_ids: [Number.MAX_SAFE_INTEGER] })).toEqual([]);
});
