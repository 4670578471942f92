import type { FlexRpc } from "@marketplace/contracts";
import type { Deps } from "../deps.ts";
import { costWith, shippingCostOf } from "./parcel.rules.ts";
import type { NewShipment, Shipment } from "./shipments.record.ts";
import { isBeforeLeaving } from "./shipments.transitions.ts";

type Order = Parameters<FlexRpc["createShipment"]>[0];

/** The orders that a call asks a shipment for. */
export const idsOf = ({ order_id, order_ids }: Order): number[] => order_ids ?? [order_id];

export const hasAll = (shipment: Shipment, order: Order): boolean =>
  idsOf(order).every((id) => shipment.orderIds.includes(id));

/** Those of the asked orders that a shipment has. */
export const servedBy = (shipment: Shipment, order: Order): number[] =>
  idsOf(order).filter((id) => shipment.orderIds.includes(id) || shipment.orderId === id);

/** The carrier has the parcel: nothing more goes into it. */
const handedOver: readonly (string | null)[] = ["dropped_off", "picked_up", "in_hub"];

const takesMore = ({ status, substatus }: Shipment): boolean =>
  status !== "cancelled" && isBeforeLeaving(status) && !handedOver.includes(substatus);

/**
 * The shipment that has one of the orders, or else the rest of their purchase, with all of them in it while
 * it is still at the seller's; `undefined` when there is none. Orders of a pack that are paid at once take
 * turns, so that the second joins what the first has made.
 */
export async function joinShipment(
  order: Order,
  wanted: NewShipment,
  { shipments, clock }: Deps,
): Promise<Shipment | undefined> {
  if (wanted.packId) await shipments.lockPack(wanted.packId);
  const found = (await shipments.ofOrders(idsOf(order))) ?? (await shipments.openOfPack(wanted));
  const present = found && (await shipments.lock(found.id));
  if (!present || hasAll(present, order)) return present ?? undefined;
  const isAsked = servedBy(present, order).length > 0;
  // One that has left serves the orders that it has; the others get a shipment of their own when asked alone.
  if (!takesMore(present)) return isAsked ? present : undefined;
  const joined = withOrders(present, wanted, clock.now());
  await shipments.save(joined);
  return joined;
}

/** The shipment with more orders in it. Its new version has orders-service tell them where it is. */
function withOrders(present: Shipment, wanted: NewShipment, now: Date): Shipment {
  const added = (wanted.orderIds ?? []).filter((id) => !present.orderIds.includes(id));
  const orderIds = [...present.orderIds, ...added].toSorted((a, b) => a - b);
  const items = (wanted.items ?? []).filter(({ order_id }) => order_id !== null && added.includes(order_id));
  return {
    ...present,
    orderIds,
    orderId: orderIds[0] ?? present.orderId,
    items: [...present.items, ...items],
    // The call names the cost of all its orders, some of which may be in it already.
    cost: costWith(present.cost, shippingCostOf(items) ?? wanted.cost ?? null),
    freeShipping: present.freeShipping || wanted.freeShipping === true,
    version: present.version + 1,
    updatedAt: now,
  };
}
