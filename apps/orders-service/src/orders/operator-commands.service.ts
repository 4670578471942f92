import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { cancelDetails, isOver } from "./cancellations.rules.ts";
import { endWherever, finishCancellation } from "./cancellations.service.ts";
import { lockOrder, saveOrder } from "./order-changes.service.ts";
import type { Order, OrderStatus } from "./order-record.schema.ts";

/** Statuses that operators give to orders. */
export type Verdict = "pending_cancel" | "invalid" | "cancelled";

/** Whether an operator may give an order a status (spec: commerce.md 1.4). Fraud is found at any time. */
function mayBecome(verdict: Verdict, from: OrderStatus): boolean {
  if (verdict === "invalid") return !isOver({ status: from });
  return from === (verdict === "pending_cancel" ? "paid" : "pending_cancel");
}

/**
 * Gives an order a status by an operator's word. While it is pending_cancel, its refund is stuck: payment,
 * stock and shipment stay as they are. With the other two it ends: refunded, and its units are for sale again
 * unless its goods have left. Repeated it changes nothing.
 */
export async function judgeOrder(
  deps: Deps,
  id: number,
  { verdict, caller }: { verdict: Verdict; caller: Caller },
): Promise<Order> {
  const judged = await deps.transaction(async () => {
    const locked = await lockOrder(deps, id);
    if (!locked) throw problems.order_not_found();
    const { order } = locked;
    if (order.status === verdict) return order;
    if (!mayBecome(verdict, order.status)) throw problems.order_move({ from: order.status, to: verdict });
    if (verdict === "pending_cancel") return saveOrder(deps, order, { status: verdict });
    const reason = verdict === "invalid" ? "fraud" : "operator";
    const detail = cancelDetails(reason, { caller, at: deps.clock.now() });
    return endWherever(deps, locked, { detail, status: verdict });
  });
  return finishCancellation(deps, judged);
}
