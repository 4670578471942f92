import { totalOf } from "../payments/payment-wire.rules.ts";
import type { Payment } from "../payments/payments.repo.ts";
import { holdsMoney, isOpen } from "../payments/payments.transitions.ts";
import { cents, minus, sumOf } from "./money.rules.ts";
import type { Order, OrderStatus } from "./order-record.schema.ts";

/** What the buyer still owes for the items. What went back of a payment does not cover them. */
export const dueOf = (order: Order, payments: readonly Payment[]): number =>
  minus(totalOf(order), sumOf(...payments.filter(({ status }) => holdsMoney(status)).map(coveredBy)));

/** What a payment covers of the items: a refund takes from them before it takes from the shipping. */
const coveredBy = ({ amount, refunded }: Payment): number => Math.max(0, minus(amount, refunded));

/** What has not gone back of a payment, shipping included. */
export const heldOf = ({ amount, shippingCost, refunded }: Payment): number =>
  minus(sumOf(amount, shippingCost), refunded);

/**
 * The shipping that one more payment pays: what the others do not hold of the order's. One that `covers` the
 * order ends the open ones, and with them what they would have paid.
 */
export const shippingFor = (
  order: Order,
  others: readonly Payment[],
  { covers }: { covers: boolean },
): number => {
  const counting = others.filter(({ status }) => holdsMoney(status) || (!covers && isOpen(status)));
  return Math.max(0, minus(order.shippingCost, sumOf(...counting.map(shippingHeldOf))));
};

/** The shipping that has not gone back of a payment, which is the last to go back. */
const shippingHeldOf = (payment: Payment): number => Math.min(payment.shippingCost, heldOf(payment));

/** The status that follows from the payments of an order that is not over (spec: commerce.md 1.4). */
export function statusBy(order: Order, payments: readonly Payment[]): OrderStatus {
  // It waits for its refund, and for nothing else.
  if (order.status === "pending_cancel") return order.status;
  if (payments.some(({ status }) => holdsMoney(status))) {
    if (cents(dueOf(order, payments)) <= 0) return "paid";
    return order.closedAt === null ? "partially_paid" : "partially_refunded";
  }
  if (payments.some(({ status }) => status === "in_process")) return "payment_in_process";
  return payments.length > 0 ? "payment_required" : "confirmed";
}

/** Whether money of the order came and all of it went back. */
export const isAllRefunded = (payments: readonly Payment[]): boolean =>
  payments.some(({ status }) => status === "refunded") && !payments.some(({ status }) => holdsMoney(status));

/** Payments that end when the order is paid otherwise, or over. */
export const openPayments = (payments: readonly Payment[]): Payment[] =>
  payments.filter(({ status }) => isOpen(status));
