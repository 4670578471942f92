import { Problem } from "@marketplace/conventions";
import { atSite } from "@marketplace/sharding";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { repeatable, saleRows } from "../sharding/rows.ts";
import { cancelDetails, isOver } from "./cancellations.rules.ts";
import { endOrder, lockOrder } from "./order-changes.service.ts";
import { orderEvents } from "./order-events.rules.ts";
import type { Order } from "./order-record.schema.ts";
import type { ShippingState } from "./orders.repo.ts";
import { returnUnitsOf } from "./returned-stock.service.ts";

/** Ends of a shipment after which the buyer has nothing and gets the money back. */
const lostSubstatuses: readonly (string | null)[] = ["returned", "lost", "stolen", "destroyed"];

/** Stores what flex-service tells where the orders are, which are of one sale; of none it is forgotten. */
export async function shipmentMovedSomewhere(deps: Deps, state: ShippingState): Promise<void> {
  const [orderId] = state.orderIds;
  if (orderId === undefined || !deps.sites) return shipmentMoved(deps, state);
  const rows = repeatable(saleRows(orderId));
  await atSite(deps, rows, async (of) => {
    if (!(await rows.areIn(of))) throw problems.order_not_found();
    await shipmentMoved(of, state);
  }).catch((error: unknown) => {
    if (!(error instanceof Problem && error.key === problems.order_not_found.key)) throw error;
  });
}

/**
 * Stores what flex-service tells of a shipment, and what follows for its orders: delivered ones get the tag,
 * and orders whose goods came back, were lost or will not be sent are canceled with a refund.
 */
export async function shipmentMoved(deps: Deps, state: ShippingState): Promise<void> {
  const ended = await deps.transaction(async () => {
    const orders: Order[] = [];
    const moved = await deps.orders.moveShipping(state, deps.clock.now());
    for (const order of moved) orders.push(await follow(deps, order, state));
    return orders;
  });
  await returnUnitsOf(deps, ended);
}

async function follow(deps: Deps, { id }: Order, { status, substatus, at }: ShippingState): Promise<Order> {
  const locked = await lockOrder(deps, id);
  if (!locked) throw new Error(`order ${id} is gone`);
  const { order } = locked;
  // The tag is new, also of an order that ended, or was not fulfilled, while its goods were on their way.
  if (status === "delivered") for (const event of orderEvents(order, at)) await deps.outbox.record(event);
  if (isOver(order) || order.unfulfilled) return order;
  const isLost = status === "not_delivered" && lostSubstatuses.includes(substatus);
  if (!isLost && status !== "cancelled") return order;
  // A cancellation of the order that waits for flex-service has its own reason.
  const detail = order.cancelRequest ?? cancelDetails(isLost ? "shipment_not_delivered" : "seller", { at });
  return endOrder(deps, locked, { detail, restock: !isLost });
}
