import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { type CancelReason, cancelDetails, isOver } from "./cancellations.rules.ts";
import { endWherever } from "./cancellations.service.ts";
import { closePayment, type LockedOrder, saveOrder } from "./order-changes.service.ts";
import { isAllRefunded, openPayments, statusBy } from "./order-payments.rules.ts";
import type { Order } from "./order-record.schema.ts";

/**
 * Brings an order in step with its payments, which were just changed under its lock: paid when they cover it,
 * canceled when all of them went back.
 */
export async function settle(
  deps: Deps,
  locked: LockedOrder,
  { reason, caller }: { reason: CancelReason; caller: Caller },
): Promise<Order> {
  const now = deps.clock.now();
  locked.payments = await deps.payments.ofOrders([locked.order.id]);
  const { order } = locked;
  if (isOver(order) || order.unfulfilled) return saveOrder(deps, order, {});
  if (isAllRefunded(locked.payments))
    return endWherever(deps, locked, { detail: cancelDetails(reason, { caller, at: now }) });
  const status = statusBy(order, locked.payments);
  if (status === "paid")
    for (const payment of openPayments(locked.payments)) await closePayment(deps, locked, payment);
  const closedAt = status === "paid" ? (order.closedAt ?? now) : order.closedAt;
  return saveOrder(deps, order, { status, closedAt });
}
