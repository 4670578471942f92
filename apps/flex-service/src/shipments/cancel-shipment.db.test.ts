import { describe, expect, it } from "vitest";
import { callers, flexService, sellerId } from "../flex.fixture.ts";
import { flexRpc } from "../index.ts";

const flex = await flexService();
const rpc = flexRpc(flex.deps);
const path = (id: number) => `/shipments/${id}`;
const read = async (id: number) => (await flex.http.get(path(id), { as: callers.seller })).json();
const eventsOf = async (id: number) => (await flex.events()).filter(({ resource }) => resource === path(id));

let orders = 5_700_000_000;
async function shipmentOf(count = 1) {
  const order_ids = Array.from({ length: count }, () => (orders += 1));
  const [order_id = 0] = order_ids;
  const { shipment_id } = await rpc.createShipment({
    order_id,
    order_ids,
    site_id: "MLA",
    seller_id: sellerId,
    buyer_id: 1_000_000_003,
    self_service: false,
    logistic_type: "drop_off",
    outcome: "manual",
  });
  return { id: shipment_id, order_ids };
}
const cancel = (order_id: number, substatus: string | null = "closed_by_user") =>
  rpc.cancelShipment({ order_id, substatus });

describe("canceling an order's shipment", () => {
  it("works until it was shipped, once, with one event", async () => {
    const { id, order_ids } = await shipmentOf();
    const [order = 0] = order_ids;
    const answers = await Promise.all([cancel(order), cancel(order), cancel(order)]);
    expect(answers).toEqual(Array(3).fill({ outcome: "cancelled" }));
    expect(await read(id)).toMatchObject({
      status: "cancelled",
      substatus: "closed_by_user",
      status_history: { date_cancelled: "2026-03-10T11:00:00.000-04:00" },
    });
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it("is too late once it is on its way", async () => {
    const { id, order_ids } = await shipmentOf();
    await flex.http.put(path(id), { as: callers.seller, body: { status: "shipped" } });
    expect(await cancel(order_ids[0] ?? 0)).toEqual({ outcome: "too_late" });
    expect(await read(id)).toMatchObject({ status: "shipped" });
  });

  it("does not concern an order without a shipment", async () => {
    expect(await cancel(5_699_999_999)).toEqual({ outcome: "none" });
  });

  it("leaves a shared shipment to the orders that are left", async () => {
    const { id, order_ids } = await shipmentOf(3);
    const [first = 0, second = 0, third = 0] = order_ids;
    expect(await cancel(second)).toEqual({ outcome: "cancelled" });
    expect(await cancel(first)).toEqual({ outcome: "cancelled" });
    expect(await read(id)).toMatchObject({ status: "ready_to_ship" });
    expect(await eventsOf(id)).toHaveLength(1);
    expect(await cancel(third, "no substatus")).toEqual({ outcome: "cancelled" });
    expect(await read(id)).toMatchObject({ status: "cancelled", substatus: null });
  });

  it("of the last two orders at once cancels the shipment", async () => {
    const { id, order_ids } = await shipmentOf(2);
    await Promise.all(order_ids.map((order) => cancel(order)));
    expect(await read(id)).toMatchObject({ status: "cancelled", order_id: order_ids[0] });
    expect(await eventsOf(id)).toHaveLength(2);
  });
});

it("every order that shares a shipment is answered the same one", async () => {
  const { id, order_ids } = await shipmentOf(2);
  const again = { site_id: "MLA", seller_id: sellerId, buyer_id: 1_000_000_003, self_service: false };
  for (const order_id of order_ids)
    expect(await rpc.createShipment({ ...again, order_id })).toEqual({ shipment_id: id });
});
