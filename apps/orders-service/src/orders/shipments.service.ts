import type { Deps } from "../deps.ts";
import { orderEvent } from "./order-events.ts";
import type { Order, ShippingState } from "./orders.repo.ts";

/** The request that made an order may still be creating its shipment for this long. */
const settledAfterMs = 15_000;

/** Creates shipments; while flex-service does not answer, shipment_id stays null until a later attempt. */
export async function createShipments(deps: Deps, orders: readonly Order[]): Promise<Order[]> {
  return Promise.all(orders.map((order) => withShipment(deps, order)));
}

async function withShipment(deps: Deps, order: Order): Promise<Order> {
  try {
    const shipmentId = await shipmentOf(deps, order);
    const event = deps.outbox.recording(orderEvent(order, deps.clock.now()));
    await deps.orders.setShipment(order.id, shipmentId, [event]);
    return { ...order, shipmentId };
  } catch (error) {
    deps.log.warn({ err: error, orderId: order.id }, "an order has no shipment yet");
    return order;
  }
}

/** The order's shipment in flex-service, which creates one per order. */
export async function shipmentOf({ flex }: Pick<Deps, "flex">, order: Order): Promise<number> {
  const { shipment_id } = await flex.createShipment({
    order_id: order.id,
    site_id: order.siteId,
    seller_id: order.sellerId,
    buyer_id: order.buyerId,
    self_service: order.selfService,
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
    for (const order of moved) await deps.outbox.record(orderEvent(order, state.at));
  });
}
