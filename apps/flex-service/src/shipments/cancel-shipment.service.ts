import type { FlexRpc } from "@marketplace/contracts";
import type { Deps } from "../deps.ts";
import { moved } from "./movement.rules.ts";
import type { Shipment } from "./shipments.record.ts";
import { saveMoved } from "./shipments.service.ts";
import { hasSubstatus, isBeforeLeaving } from "./shipments.transitions.ts";
import { tellOrders } from "./tell-orders.service.ts";

type Cancellation = Parameters<FlexRpc["cancelShipment"]>[0];
type Outcome = Awaited<ReturnType<FlexRpc["cancelShipment"]>>["outcome"];

/** Takes an order out of its shipment, and cancels that with the last of its orders. */
export async function cancelShipment(cancellation: Cancellation, deps: Deps): Promise<Outcome> {
  const { outcome, saved } = await deps.transaction(() => cancelOrder(cancellation, deps));
  if (saved) await tellOrders(saved, deps);
  return outcome;
}

async function cancelOrder(
  { order_id: orderId, substatus }: Cancellation,
  deps: Deps,
): Promise<{ outcome: Outcome; saved?: Shipment }> {
  const found = await deps.shipments.ofOrder(orderId);
  const present = found && (await deps.shipments.lock(found.id));
  if (!present) return { outcome: "none" };
  if (present.status === "cancelled" || present.cancelledOrderIds.includes(orderId))
    return { outcome: "cancelled" };
  if (!isBeforeLeaving(present.status)) return { outcome: "too_late" };
  const now = deps.clock.now();
  const without = { ...present, cancelledOrderIds: [...present.cancelledOrderIds, orderId], updatedAt: now };
  if (present.orderIds.some((id) => !without.cancelledOrderIds.includes(id))) {
    await deps.shipments.save(without);
    return { outcome: "cancelled" };
  }
  const why = hasSubstatus("cancelled", substatus) ? substatus : null;
  const cancelled = { ...moved(without, { status: "cancelled", substatus: why }, now), plan: [] };
  return { outcome: "cancelled", saved: await saveMoved(cancelled, deps) };
}
