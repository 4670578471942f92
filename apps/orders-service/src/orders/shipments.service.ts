import type { Deps } from "../deps.ts";
import { shipmentKey } from "./new-orders.rules.ts";
import { orderEvents } from "./order-events.ts";
import type { Order, ShippingState } from "./orders.repo.ts";

/** The request that made an order may still be creating its shipment for this long. */
const settledAfterMs = 15_000;

/**
 * Creates the shipments of paid orders; while flex-service does not answer, shipment_id stays null until a
 * later attempt.
 */
export async function createShipments(deps: Deps, orders: readonly Order[]): Promise<Order[]> {
  const due = orders.filter(({ status, noShipping }) => status === "paid" && !noShipping);
  const groups = Map.groupBy(due, (order) => `${order.packId ?? order.id} ${shipmentKey(order)}`);
  const shipped = await Promise.all([...groups.values()].map((group) => withShipment(deps, group)));
  const byId = new Map(shipped.flat().map((order) => [order.id, order]));
  return orders.map((order) => byId.get(order.id) ?? order);
}

async function withShipment(deps: Deps, orders: readonly Order[]): Promise<readonly Order[]> {
  const ids = orders.map(({ id }) => id);
  try {
    const shipmentId = await shipmentOf(deps, orders);
    const now = deps.clock.now();
    const events = orders.flatMap((order) => orderEvents(order, now));
    await deps.orders.setShipment(
      ids,
      shipmentId,
      events.map((event) => deps.outbox.recording(event)),
    );
    return orders.map((order) => ({ ...order, shipmentId }));
  } catch (error) {
    deps.log.warn({ err: error, orderIds: ids }, "orders have no shipment yet");
    return orders;
  }
}

/** The shipment that these orders share in flex-service, which creates one per order. */
export async function shipmentOf({ flex }: Pick<Deps, "flex">, orders: readonly Order[]): Promise<number> {
  const [first] = orders.toSorted((a, b) => a.id - b.id);
  if (!first) throw new Error("a shipment needs an order");
  const { shipment_id } = await flex.createShipment({
    order_id: first.id,
    site_id: first.siteId,
    seller_id: first.sellerId,
    buyer_id: first.buyerId,
    self_service: first.selfService,
  });
  return shipment_id;
}

/** Creates missing shipments. Replicas may overlap: flex-service creates one per order. */
export async function createMissingShipments(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - settledAfterMs);
  const orders = await deps.orders.withoutShipment({ before, now }, 50);
  const created = await createShipments(deps, orders);
  return created.filter(({ shipmentId }) => shipmentId !== null).length;
}

/** Stores what flex-service tells of a shipment; an order that was delivered by it gets the tag. */
export async function shipmentMoved(deps: Deps, state: ShippingState): Promise<void> {
  await deps.transaction(async () => {
    const moved = await deps.orders.moveShipping(state);
    if (state.status !== "delivered") return;
    const events = moved.flatMap((order) => orderEvents(order, state.at));
    for (const event of events) await deps.outbox.record(event);
  });
}
