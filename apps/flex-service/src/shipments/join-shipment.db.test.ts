import { describe, expect, it } from "vitest";
import { callers, flexService } from "../flex.fixture.ts";
import { flexRpc } from "../index.ts";
import { saleOf, shipmentsOf } from "./shipments.fixture.ts";

const flex = await flexService();
const rpc = flexRpc(flex.deps);
const { read, move, eventsOf, path } = shipmentsOf(flex, callers.seller);
type Sale = Parameters<typeof saleOf>[0];

let packs = 6_100_000_000;
const newPack = () => (packs += 1);
let sales = 6_200_000_000;

/** An order of a pack that costs nothing to ship, unless it is said. */
function orderOf(pack_id: number | null, changes: Sale = {}) {
  sales += 1;
  const order_id = sales;
  const [item] = saleOf({ order_id }).items ?? [];
  if (!item) throw new Error("the sale has no item");
  const items = [{ ...item, order_id, item_id: `MLA${order_id}` }];
  return saleOf({ order_id, pack_id, cost: 0, outcome: "manual", items, ...changes });
}
const ship = (order: ReturnType<typeof orderOf>) => rpc.createShipment(order);
/** An order of a pack whose buyer pays that for shipping. */
function paying(pack: number, cost: number) {
  const order = orderOf(pack, { cost });
  return { ...order, items: order.items?.map((item) => ({ ...item, shipping_cost: cost })) };
}
const costOf = async (id: number) =>
  (await flex.http.get(`${path(id)}/costs`, { as: callers.seller })).json<{ receiver: { cost: number } }>()
    .receiver.cost;
const itemsOf = async (id: number) =>
  (await flex.http.get(`${path(id)}/items`, { as: callers.seller }))
    .json<{ order_id: number }[]>()
    .map(({ order_id }) => order_id);

describe("an order of a pack that is paid after the others", () => {
  it("joins their shipment while the seller has it: with its items, its cost and no event", async () => {
    const pack = newPack();
    const [late, first] = [orderOf(pack), orderOf(pack, { cost: 6000.1 })];
    const { shipment_id } = await ship(first);
    expect(await ship({ ...late, cost: 0.2 })).toEqual({ shipment_id });
    expect(await read(shipment_id)).toMatchObject({
      order_id: late.order_id,
      status: "ready_to_ship",
      shipping_option: { cost: 6000.3 },
    });
    expect(await itemsOf(shipment_id)).toEqual([first.order_id, late.order_id]);
    expect(await eventsOf(shipment_id)).toHaveLength(1);
    expect(await ship(late)).toEqual({ shipment_id });
    expect(await itemsOf(shipment_id)).toHaveLength(2);
    await move(shipment_id, { status: "shipped" });
    expect(flex.orders.told.at(-1)).toMatchObject({
      shipment_id,
      order_ids: [late.order_id, first.order_id],
      status: "shipped",
    });
  });

  it("pays its own part alone, also when it is asked for with one that is in the shipment", async () => {
    const pack = newPack();
    const [first, late] = [paying(pack, 6000), paying(pack, 20.1)];
    const { shipment_id } = await ship(first);
    const order_ids = [first.order_id, late.order_id];
    const items = [first, late].flatMap((each) => each.items ?? []);
    await ship({ ...first, order_ids, cost: 6020.1, items });
    expect(await costOf(shipment_id)).toBe(6020.1);
  });

  it("gets back what it paid, also beside an order whose payment is not known", async () => {
    const pack = newPack();
    const [unknown, known, third] = [orderOf(pack, { cost: 6000 }), paying(pack, 20.1), paying(pack, 30)];
    const { shipment_id } = await ship(unknown);
    for (const order of [known, third]) await ship(order);
    for (const { order_id } of [unknown, known]) await rpc.cancelShipment({ order_id, substatus: null });
    expect(await costOf(shipment_id)).toBe(6030);
  });

  it("pays nothing for shipping when it was canceled and the others are sent", async () => {
    const pack = newPack();
    const [first, late] = [paying(pack, 6000), paying(pack, 20.1)];
    const { shipment_id } = await ship(first);
    await ship(late);
    await rpc.cancelShipment({ order_id: first.order_id, substatus: null });
    expect(await costOf(shipment_id)).toBe(20.1);
    expect(await read(shipment_id)).toMatchObject({ shipping_option: { cost: 20.1 } });
  });

  it("reports the shipment's status to orders-service at once", async () => {
    const pack = newPack();
    const { shipment_id } = await ship(orderOf(pack));
    const late = orderOf(pack);
    await ship(late);
    expect(flex.orders.told.at(-1)).toMatchObject({ shipment_id, version: 2, status: "ready_to_ship" });
    expect(flex.orders.told.at(-1)?.order_ids).toContain(late.order_id);
  });

  it("gets a shipment of its own once the pack's has left, was handed over or is canceled", async () => {
    for (const state of [
      { status: "ready_to_ship", substatus: "dropped_off" },
      { status: "shipped", substatus: null },
      { status: "cancelled", substatus: null },
    ]) {
      const pack = newPack();
      const { shipment_id } = await ship(orderOf(pack));
      expect((await move(shipment_id, state)).status).toBe(200);
      const own = await ship(orderOf(pack));
      expect(own.shipment_id).not.toBe(shipment_id);
      expect(await itemsOf(shipment_id)).toHaveLength(1);
    }
  });

  it("gets one of its own with another logistic type, and without a pack", async () => {
    const pack = newPack();
    const orders = [
      orderOf(pack),
      orderOf(pack, { logistic_type: "fulfillment" }),
      orderOf(pack, { mode: "me1" }),
      orderOf(newPack()),
      orderOf(null),
      orderOf(null),
    ];
    const made = [];
    for (const order of orders) made.push((await ship(order)).shipment_id);
    expect(new Set(made).size).toBe(orders.length);
  });

  it("is left out when it is asked for together with an order that has been shipped", async () => {
    const pack = newPack();
    const [first, second] = [orderOf(pack), orderOf(pack)];
    const { shipment_id } = await ship(first);
    await move(shipment_id, { status: "shipped" });
    const both = { ...first, order_ids: [first.order_id, second.order_id] };
    expect(await ship(both)).toEqual({ shipment_id, order_ids: [first.order_id] });
    expect((await ship(second)).shipment_id).not.toBe(shipment_id);
  });
});

describe("orders of a pack at once", () => {
  it("share one shipment", async () => {
    const pack = newPack();
    const orders = [orderOf(pack), orderOf(pack), orderOf(pack), orderOf(pack)];
    const made = await Promise.all(orders.map(ship));
    expect(new Set(made.map(({ shipment_id }) => shipment_id)).size).toBe(1);
    const [{ shipment_id = 0 } = {}] = made;
    expect((await itemsOf(shipment_id)).toSorted()).toEqual(orders.map(({ order_id }) => order_id));
    expect(await eventsOf(shipment_id)).toHaveLength(1);
  });

  it("join or not while the seller ships: an order is in what was shipped, or in one that was not", async () => {
    for (let round = 0; round < 8; round += 1) {
      const pack = newPack();
      const { shipment_id } = await ship(orderOf(pack));
      const late = orderOf(pack);
      const [, joined] = await Promise.all([move(shipment_id, { status: "shipped" }), ship(late)]);
      const items = await itemsOf(joined.shipment_id);
      expect(items).toContain(late.order_id);
      const { status } = await read(joined.shipment_id);
      expect(status).toBe(joined.shipment_id === shipment_id ? "shipped" : "ready_to_ship");
      expect(await itemsOf(shipment_id)).toHaveLength(joined.shipment_id === shipment_id ? 2 : 1);
    }
  });

  it("join or not while the rest of the pack is canceled: the shipment is not canceled with one in it", async () => {
    for (let round = 0; round < 8; round += 1) {
      const pack = newPack();
      const first = orderOf(pack);
      await ship(first);
      const late = orderOf(pack);
      const cancel = rpc.cancelShipment({ order_id: first.order_id, substatus: null });
      const [canceled, { shipment_id }] = await Promise.all([cancel, ship(late)]);
      expect(canceled).toEqual({ outcome: "cancelled" });
      expect(await read(shipment_id)).toMatchObject({ status: "ready_to_ship" });
    }
  });
});
