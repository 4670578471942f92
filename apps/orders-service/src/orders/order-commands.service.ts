import { isParty } from "@marketplace/contracts";
import { type Caller, isOperator } from "@marketplace/conventions";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { readable } from "../packs/packs.policy.ts";
import { problems } from "../problems.ts";
import { cancelOrder } from "./cancellations.service.ts";
import { judgeOrder } from "./operator-commands.service.ts";
import { lockOrder, saveOrder } from "./order-changes.service.ts";
import type { orderChange } from "./order-commands.schema.ts";
import type { Order } from "./order-record.schema.ts";
import { isPaid } from "./order-wire.rules.ts";

interface Command {
  change: z.output<typeof orderChange>;
  caller: Caller;
}

/** Cancels an order, marks one without shipment as delivered, or gives it an operator's status. */
export async function changeOrder(deps: Deps, id: number, { change, caller }: Command): Promise<Order> {
  const order = readable(await deps.orders.find(id), caller);
  const { status: verdict = "cancelled" } = change;
  const byParty = isParty(order, caller.userId);
  if (verdict !== "cancelled" || (!byParty && change.status && isStuck(order))) {
    if (!isOperator(caller)) throw problems.operators_verdict();
    return judgeOrder(deps, id, { verdict, caller });
  }
  if (!byParty) throw problems.not_a_party();
  if (change.tags) return markDelivered(deps, order, caller);
  return cancelOrder(deps, id, { reason: caller.userId === order.buyerId ? "buyer" : "seller", caller });
}

/** Operators end an order whose refund was stuck, and may say so twice. */
const isStuck = ({ status }: Order): boolean => status === "pending_cancel" || status === "cancelled";

async function markDelivered(deps: Deps, { id, sellerId }: Order, caller: Caller): Promise<Order> {
  if (caller.userId !== sellerId) throw problems.not_the_seller();
  return deps.transaction(async () => {
    const locked = await lockOrder(deps, id);
    if (!locked) throw problems.order_not_found();
    const { order } = locked;
    if (!order.noShipping) throw problems.order_with_shipment({ id });
    if (!isPaid(order)) throw problems.order_not_paid({ id });
    return order.delivered ? order : saveOrder(deps, order, { delivered: true, fulfilled: true });
  });
}
