import { isParty } from "@marketplace/contracts";
import { type Caller, isOperator } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Order } from "../orders/order-record.schema.ts";
import { problems } from "../problems.ts";
import type { Payment } from "./payments.repo.ts";

/** A payment and the order that it pays. */
export interface PaidOrder {
  payment: Payment;
  order: Order;
}

/** The payment, if the caller pays or collects it, or is an operator. */
export async function readablePayment(deps: Deps, id: number, caller: Caller): Promise<PaidOrder> {
  const payment = await deps.payments.find(id);
  const order = payment && (await deps.orders.find(payment.orderId));
  if (!order) throw problems.payment_not_found({ id });
  if (!isParty(order, caller.userId) && !isOperator(caller)) throw problems.payment_of_others();
  return { payment, order };
}
