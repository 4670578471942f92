import { dayMs } from "@marketplace/conventions";
import { cancelDetails } from "../orders/cancellations.rules.ts";
import { minus, times } from "../orders/money.rules.ts";
import type { PaymentMeans } from "../orders/new-orders.rules.ts";
import type { NewOrder } from "../orders/order-record.schema.ts";
import type { PaymentStatus } from "../payments/payments.transitions.ts";
import type { Draws } from "./draws.rules.ts";
import { type PastFeedback, pastFeedback } from "./past-feedback.rules.ts";

const hourMs = 3_600_000;

/** How an order of the demo went. */
export type Way = "paid" | "returned" | "canceled" | "expired" | "open" | "partly_refunded";

/** An order of the demo with what became of it; it gets its id when it is stored. */
export interface PastOrder {
  order: NewOrder;
  payment: PaymentMeans & {
    status: PaymentStatus;
    statusDetail: string;
    approvedAt: Date | null;
    lastUpdated: Date;
    refunded: number;
  };
  feedback: PastFeedback[];
}

/** A past order with the id that it will be stored by. */
export interface NumberedOrder extends PastOrder {
  id: number;
  packId: number | null;
}

/** Whether its units were sold, or are held: the item's counter has them. */
export const holdsUnits = (way: Way): boolean => way !== "canceled" && way !== "expired";

/** What is handed over in person is not returned by a carrier. */
export const possibleWay = (way: Way, { noShipping = false }: NewOrder): Way =>
  noShipping && way === "returned" ? "paid" : way;

/** Draws how an order that began so long ago went; `held` ones hold their units. */
export function wayOf(ageMs: number, held: boolean, draws: Draws): Way {
  const drawn = draws.next();
  if (!held) return drawn < 0.3 && ageMs > 3 * dayMs ? "expired" : "canceled";
  if (drawn < 0.06 && ageMs < 2 * dayMs) return "open";
  if (drawn < 0.02 && ageMs > 9 * dayMs) return "returned";
  return drawn > 0.98 && ageMs > 5 * dayMs ? "partly_refunded" : "paid";
}

const means: readonly PaymentMeans[] = [
  { payment_method_id: "account_money", payment_type: "account_money", installments: 1 },
  { payment_method_id: "visa", payment_type: "credit_card", installments: 1 },
  { payment_method_id: "visa", payment_type: "credit_card", installments: 3 },
  { payment_method_id: "master", payment_type: "credit_card", installments: 6 },
  { payment_method_id: "master", payment_type: "credit_card", installments: 12 },
  { payment_method_id: "debvisa", payment_type: "debit_card", installments: 1 },
];

const ended = (reason: "buyer" | "seller" | "payment_expired" | "shipment_not_delivered", at: Date) => ({
  status: "cancelled" as const,
  cancelDetail: cancelDetails(reason, { at }),
  lastUpdated: at,
});

/** Without a shipment, the seller says after two days that the buyer has it. */
function handedOver({ noShipping = false, createdAt }: NewOrder, now: Date): Partial<NewOrder> {
  const lastUpdated = new Date(createdAt.getTime() + 2 * dayMs);
  return noShipping && lastUpdated <= now ? { delivered: true, fulfilled: true, lastUpdated } : {};
}

/** What became of an order of the demo. */
export function livedOrder(
  order: NewOrder,
  way: Way,
  { draws, now }: { draws: Draws; now: Date },
): PastOrder {
  const at = order.createdAt;
  const after = (ms: number) => new Date(Math.min(at.getTime() + ms, now.getTime()));
  const total = times(order.unitPrice, order.quantity);
  const all = minus(total, -(order.shippingCost ?? 0));
  const payment = { ...draws.pick(means), status: "approved" as const, statusDetail: "accredited" };
  const approved = { ...payment, approvedAt: at, lastUpdated: at, refunded: 0 };
  const refunded = (when: Date) => ({
    ...approved,
    status: "refunded" as const,
    statusDetail: "refunded",
    lastUpdated: when,
    refunded: all,
  });
  const unpaid = { ...approved, approvedAt: null };
  switch (way) {
    case "open":
      return {
        order: { ...order, status: "payment_required", closedAt: null },
        payment: { ...unpaid, status: "pending", statusDetail: "pending_waiting_payment" },
        feedback: [],
      };
    case "expired": {
      const end = after(72 * hourMs);
      return {
        order: { ...order, ...ended("payment_expired", end), closedAt: null, stock: "returned" },
        payment: { ...unpaid, status: "cancelled", statusDetail: "expired", lastUpdated: end },
        feedback: [],
      };
    }
    case "canceled": {
      const end = after(2 * hourMs);
      const reason = draws.next() < 0.6 ? "buyer" : "seller";
      return {
        order: { ...order, ...ended(reason, end), closedAt: at, stock: "returned" },
        payment: refunded(end),
        feedback: [],
      };
    }
    case "returned": {
      const end = after(6 * dayMs);
      return {
        order: {
          ...order,
          ...ended("shipment_not_delivered", end),
          closedAt: at,
          shippingOutcome: "not_delivered",
        },
        payment: refunded(end),
        feedback: [],
      };
    }
    case "partly_refunded": {
      const when = after(4 * dayMs);
      return {
        order: {
          ...order,
          ...handedOver(order, now),
          status: "partially_refunded",
          closedAt: at,
          lastUpdated: when,
        },
        payment: {
          ...approved,
          statusDetail: "partially_refunded",
          lastUpdated: when,
          refunded: Math.floor(total / 10) || 1,
        },
        feedback: [],
      };
    }
    default:
      return {
        order: { ...order, ...handedOver(order, now), status: "paid", closedAt: at },
        payment: approved,
        feedback: pastFeedback(order, { draws, now }),
      };
  }
}
