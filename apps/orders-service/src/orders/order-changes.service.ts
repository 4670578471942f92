import type { Deps } from "../deps.ts";
import type { Payment } from "../payments/payments.repo.ts";
import { canMove, type PaymentStatus, statusDetails } from "../payments/payments.transitions.ts";
import { sumOf } from "./money.rules.ts";
import { orderEvents, paymentEvents } from "./order-events.rules.ts";
import { heldOf, openPayments } from "./order-payments.rules.ts";
import type { CancelDetail, Order } from "./order-record.schema.ts";

/** A locked order with its payments. What is done with it is in the transaction of the lock. */
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
export const movePayment = (deps: Deps, locked: LockedOrder, payment: Payment, status: PaymentStatus) =>
  savePayment(deps, locked, { ...payment, status, statusDetail: statusDetails[status] });

/** Gives a part of a payment back; the whole of it makes it refunded. */
export async function refund(
  deps: Deps,
  locked: LockedOrder,
  { payment, amount }: { payment: Payment; amount: number },
): Promise<Payment> {
  const made = await deps.payments.addRefund({ paymentId: payment.id, amount, createdAt: deps.clock.now() });
  const given = {
    ...payment,
    refunded: sumOf(payment.refunded, amount),
    refunds: [...payment.refunds, made],
  };
  return heldOf(given) <= 0
    ? movePayment(deps, locked, given, "refunded")
    : savePayment(deps, locked, { ...given, statusDetail: "partially_refunded" });
}

/** Gives back what can be given back of an order's money, and ends the payments that are open. */
export async function refundAll(deps: Deps, locked: LockedOrder): Promise<Payment[]> {
  const open = new Set(openPayments(locked.payments));
  const after: Payment[] = [];
  for (const payment of locked.payments) {
    if (open.has(payment)) after.push(await movePayment(deps, locked, payment, "cancelled"));
    // Money of a chargeback is not given back a second time.
    else if (!canMove(payment.status, "refunded")) after.push(payment);
    else after.push(await refund(deps, locked, { payment, amount: heldOf(payment) }));
  }
  return after;
}

/** How an order ends. */
export interface Ending {
  detail: CancelDetail;
  status?: "cancelled" | "invalid";
  /** Whether the units are for sale again. */
  restock: boolean;
  /** Whether flex-service has to stop the shipment yet: it decides about the units. */
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
