import { type Caller, isOperator } from "@marketplace/conventions";
import { afterChange } from "@marketplace/sharding";
import type { Deps } from "../deps.ts";
import { isOver } from "../orders/cancellations.rules.ts";
import { finishCancellation } from "../orders/cancellations.service.ts";
import { cents } from "../orders/money.rules.ts";
import {
  type LockedOrder,
  lockOrder,
  movePayment,
  refund,
  savePayment,
} from "../orders/order-changes.service.ts";
import { paymentEvents } from "../orders/order-events.rules.ts";
import { dueOf, heldOf, shippingFor } from "../orders/order-payments.rules.ts";
import { type Order, unpaidStatuses } from "../orders/order-record.schema.ts";
import { settle } from "../orders/settlement.service.ts";
import { createShipments } from "../orders/shipments.service.ts";
import { readable } from "../packs/packs.policy.ts";
import { problems } from "../problems.ts";
import { saleRows } from "../sharding/rows.ts";
import { type PaidOrder, readablePayment } from "./payments.policy.ts";
import type { Payment, Refund } from "./payments.repo.ts";
import {
  canMove,
  isOperatorsMove,
  type NewPaymentStatus,
  type PaymentStatus,
  statusDetails,
} from "./payments.transitions.ts";

/** A new payment of an order; `amount` is what is due when absent. */
export interface PaymentWish {
  status: NewPaymentStatus;
  amount?: number | undefined;
}

/** Pays an order, in whole or in part; covered, it is paid. */
export function pay(deps: Deps, id: number, { caller, ...wish }: PaymentWish & { caller: Caller }) {
  return deps.transaction(async (): Promise<PaidOrder> => {
    const locked = await lockOrder(deps, id);
    const order = readable(locked?.order, caller);
    if (!locked || order.buyerId !== caller.userId) throw problems.not_the_buyer();
    const isUnpaid = unpaidStatuses.some((unpaid) => unpaid === order.status);
    if (!isUnpaid || order.unfulfilled) throw problems.order_not_payable({ id, status: order.status });
    const payment = await addPayment(deps, locked, wish);
    return { payment, order: await settle(deps, locked, { reason: "buyer", caller }) };
  });
}

/** Readers of an order load all of its payments, and its end closes them in one transaction. */
const maxPayments = 50;

async function addPayment(
  deps: Deps,
  locked: LockedOrder,
  { status, amount }: PaymentWish,
): Promise<Payment> {
  const { order, payments } = locked;
  if (payments.length >= maxPayments) throw problems.too_many_payments({ id: order.id, most: maxPayments });
  const due = dueOf(order, payments);
  const paid = amount ?? due;
  if (cents(paid) > cents(due)) throw problems.amount_too_high({ amount: paid, most: due });
  const now = deps.clock.now();
  const means = payments.at(-1);
  const [payment] = await deps.payments.add([
    {
      orderId: order.id,
      status,
      statusDetail: statusDetails[status],
      methodId: means?.methodId ?? "account_money",
      type: means?.type ?? "account_money",
      installments: means?.installments ?? 1,
      amount: paid,
      shippingCost: shippingFor(order, payments, {
        covers: status === "approved" && cents(paid) >= cents(due),
      }),
      createdAt: now,
      approvedAt: status === "approved" ? now : null,
    },
  ]);
  if (!payment) throw new Error(`the payment of order ${order.id} was not stored`);
  for (const event of paymentEvents(payment, order, now)) await deps.outbox.record(event);
  locked.payments = [...payments, payment];
  return payment;
}

/** What follows a change of payments outside of its transaction: a shipment, or the end of one. */
export async function followUp(deps: Deps, order: Order): Promise<Order> {
  if (isOver(order)) return afterChange(deps, saleRows(order.id), (of) => finishCancellation(of, order));
  const [followed = order] = await createShipments(deps, order.shipmentId === null ? [order] : []);
  return followed;
}

interface Move {
  status: PaymentStatus;
  caller: Caller;
}

/** Moves a payment (spec: commerce.md 1.5). */
export async function move(deps: Deps, id: number, { status, caller }: Move): Promise<PaidOrder> {
  const { order: seen } = await readablePayment(deps, id, caller);
  const byOperator = isOperator(caller);
  if (seen.buyerId !== caller.userId && !byOperator) throw problems.not_the_buyer();
  const moved = await deps.transaction(async () => {
    const { locked, payment } = await lockPayment(deps, seen.id, id);
    const from = payment.status;
    if (!canMove(from, status)) throw problems.payment_move({ from, to: status });
    if (isOperatorsMove(from, status) && !byOperator) throw problems.operators_move();
    const after = await moveTo(deps, locked, { payment, status });
    const reason = byOperator ? "operator" : "buyer";
    return { payment: after, order: await settle(deps, locked, { reason, caller }) };
  });
  return { ...moved, order: await followUp(deps, moved.order) };
}

async function lockPayment(deps: Deps, orderId: number, id: number) {
  const locked = await lockOrder(deps, orderId);
  const payment = locked?.payments.find((each) => each.id === id);
  if (!locked || !payment) throw problems.payment_not_found({ id });
  return { locked, payment };
}

async function moveTo(
  deps: Deps,
  locked: LockedOrder,
  { payment, status }: { payment: Payment; status: PaymentStatus },
): Promise<Payment> {
  const approves = status === "approved" && payment.approvedAt === null;
  const due = dueOf(locked.order, locked.payments);
  if (approves && cents(payment.amount) > cents(due))
    throw problems.amount_too_high({ amount: payment.amount, most: due });
  if (status === "refunded") return refund(deps, locked, { payment, amount: heldOf(payment) });
  if (!approves) return movePayment(deps, locked, payment, status);
  const others = locked.payments.filter(({ id }) => id !== payment.id);
  const covers = cents(payment.amount) >= cents(due);
  return savePayment(deps, locked, {
    ...payment,
    status,
    statusDetail: statusDetails[status],
    // The payment that was to pay the shipping may have failed, or gone back, since this one was made.
    shippingCost: shippingFor(locked.order, others, { covers }),
    approvedAt: deps.clock.now(),
  });
}

/** Gives a payment back, the whole of it when no amount is named. */
export function giveBack(
  deps: Deps,
  id: number,
  { amount, caller, orderId }: { amount?: number | undefined; caller: Caller; orderId: number },
): Promise<{ refund: Refund; order: Order }> {
  return deps.transaction(async () => {
    const { locked, payment } = await lockPayment(deps, orderId, id);
    const held = heldOf(payment);
    if (payment.status !== "approved") throw problems.payment_move({ from: payment.status, to: "refunded" });
    if (held <= 0) throw problems.nothing_to_refund({ id });
    if (amount !== undefined && cents(amount) > cents(held))
      throw problems.amount_too_high({ amount, most: held });
    const after = await refund(deps, locked, { payment, amount: amount ?? held });
    const made = after.refunds.at(-1);
    if (!made) throw new Error(`the refund of payment ${id} was not stored`);
    return { refund: made, order: await settle(deps, locked, { reason: "seller", caller }) };
  });
}
