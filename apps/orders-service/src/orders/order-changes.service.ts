import type { Deps } from "../deps.ts";
import type { Payment } from "../payments/payments.repo.ts";
import { canMove, type PaymentStatus, statusDetails } from "../payments/payments.transitions.ts";
import { sumOf } from "./money.rules.ts";
import { orderEvents, paymentEvents } from "./order-events.rules.ts";
import { heldOf, openPayments } from "./order-payments.rules.ts";
import type { CancelDetail, Order } from "./order-record.schema.ts";

/** A locked order with its payments. Use it only inside the transaction that holds the lock. */
export interface LockedOrder {
  order: Order;
  payments: Payment[];
}

/** Locks an order until the transaction ends: its payments change under this lock only. */
export async function lockOrder(deps: Deps, id: number): Promise<LockedOrder | undefined> {
  const order = await deps.orders.lock(id);
  return order && { order, payments: await deps.payments.ofOrders([id]) };
}

/** Stores changes of a locked order, with its events. */
export async function saveOrder(deps: Deps, order: Order, changes: Partial<Order>): Promise<Order> {
  const saved = { ...order, ...changes, lastUpdated: deps.clock.now() };
  await deps.orders.save(saved);
  for (const event of orderEvents(saved, saved.lastUpdated)) await deps.outbox.record(event);
  return saved;
}

/** Stores changes of a payment, with its events. */
export async function savePayment(deps: Deps, { order }: LockedOrder, payment: Payment): Promise<Payment> {
  const saved = { ...payment, lastUpdated: deps.clock.now() };
  await deps.payments.save(saved);
  for (const event of paymentEvents(saved, order, saved.lastUpdated)) await deps.outbox.record(event);
  return saved;
}

/** Moves a payment to a status; the amounts stay. */
export function movePayment(deps: Deps, locked: LockedOrder, payment: Payment, status: PaymentStatus) {
  const isPartlyRefunded = status === "approved" && payment.refunded > 0;
  const statusDetail = isPartlyRefunded ? partiallyRefunded : statusDetails[status];
  return savePayment(deps, locked, { ...payment, status, statusDetail });
}

const partiallyRefunded = "partially_refunded";

/** Ends a payment that is open: one in review can only be rejected (spec: commerce.md 1.5). */
export const closePayment = (deps: Deps, locked: LockedOrder, payment: Payment) =>
  movePayment(deps, locked, payment, canMove(payment.status, "cancelled") ? "cancelled" : "rejected");

/**
 * Gives a part of a payment back; a full refund sets the status refunded. Of a payment of 0 nothing goes
 * back: releases that sold items without a price have made some.
 */
export async function refund(
  deps: Deps,
  locked: LockedOrder,
  { payment, amount }: { payment: Payment; amount: number },
): Promise<Payment> {
  const made = { paymentId: payment.id, amount, createdAt: deps.clock.now() };
  const refunded = {
    ...payment,
    refunded: sumOf(payment.refunded, amount),
    refunds: amount > 0 ? [...payment.refunds, await deps.payments.addRefund(made)] : payment.refunds,
  };
  return heldOf(refunded) <= 0
    ? movePayment(deps, locked, refunded, "refunded")
    : savePayment(deps, locked, { ...refunded, statusDetail: partiallyRefunded });
}

/** Refunds all payments that can be refunded and ends the open ones. */
export async function refundAll(deps: Deps, locked: LockedOrder): Promise<Payment[]> {
  const open = new Set(openPayments(locked.payments));
  const after: Payment[] = [];
  for (const payment of locked.payments) {
    if (open.has(payment)) after.push(await closePayment(deps, locked, payment));
    // Money of a chargeback is not given back a second time.
    else if (!canMove(payment.status, "refunded")) after.push(payment);
    else after.push(await refund(deps, locked, { payment, amount: heldOf(payment) }));
  }
  return after;
}

/** How and why an order is canceled. */
export interface Ending {
  detail: CancelDetail;
  status?: "cancelled" | "invalid";
  /** Whether the units are for sale again. */
  restock: boolean;
  /** Whether flex-service must still stop the shipment; its answer decides whether units are restocked. */
  stopShipment?: boolean;
}

/** Ends a locked order, with its payments. Its stock is `returning` until catalog-service has it. */
export async function endOrder(deps: Deps, locked: LockedOrder, ending: Ending): Promise<Order> {
  const { detail, status = "cancelled", restock, stopShipment = false } = ending;
  const payments = await refundAll(deps, locked);
  const stock = restock && locked.order.stock === "taken" ? "returning" : locked.order.stock;
  const order = await saveOrder(deps, locked.order, {
    status,
    cancelDetail: detail,
    cancelRequest: stopShipment ? detail : null,
    stock,
  });
  Object.assign(locked, { order, payments });
  return order;
}
