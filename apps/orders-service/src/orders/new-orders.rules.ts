import type { ItemSummary } from "@marketplace/contracts";
import { totalOf } from "../payments/payment-wire.rules.ts";
import type { NewPayment } from "../payments/payments.repo.ts";
import { type NewPaymentStatus, statusDetails } from "../payments/payments.transitions.ts";
import type { NewOrder, Order, OrderStatus } from "./order-record.schema.ts";
import type { Line } from "./purchase.rules.ts";
import { snapshotOf } from "./snapshot.rules.ts";

/** What every order of a purchase has. */
export interface Sale {
  buyerId: number;
  at: Date;
  purchaseId: string;
  payment: NewPaymentStatus | "none";
  outcome: string;
}

/** The orders of a purchase, grouped by seller. */
export function ordersBySeller(
  lines: readonly Line[],
  items: readonly ItemSummary[],
  sale: Sale,
): NewOrder[][] {
  const known = new Map(items.map((item) => [item.id, item]));
  const orders = lines.flatMap((line): NewOrder[] => {
    const item = known.get(line.id);
    return item ? [newOrder(item, line, sale)] : [];
  });
  return [...Map.groupBy(orders, ({ sellerId }) => sellerId).values()].map(withShippingCosts);
}

/** What a payment makes of its order (spec: commerce.md 1.1). */
const statusOf = {
  approved: "paid",
  pending: "payment_required",
  in_process: "payment_in_process",
  rejected: "payment_required",
  none: "confirmed",
} as const satisfies Record<Sale["payment"], OrderStatus>;

/** Modes without a shipment: the parties agree how the goods change hands. */
const modesWithoutShipment: readonly string[] = ["custom", "not_specified"];

function newOrder(item: ItemSummary, { variation_id, quantity }: Line, sale: Sale): NewOrder {
  const { mode, logistic_type, free_shipping, tags } = item.shipping;
  const status = statusOf[sale.payment];
  const variationId = variation_id ?? null;
  return {
    ...snapshotOf(item, variationId),
    variationId,
    quantity,
    buyerId: sale.buyerId,
    createdAt: sale.at,
    purchaseId: sale.purchaseId,
    status,
    siteId: item.site_id,
    sellerId: item.seller_id,
    itemId: item.id,
    unitPrice: item.price,
    currencyId: item.currency_id,
    logisticType: logistic_type,
    selfService: tags.includes("self_service_in"),
    shippingMode: mode,
    noShipping: modesWithoutShipment.includes(mode),
    freeShipping: free_shipping,
    shippingOutcome: sale.outcome,
  };
}

/** What shipping costs, in the site's currency (spec: commerce.md 3.5). */
const prices: Readonly<Record<string, number>> = { MLA: 6000, MLB: 20 };
export const shippingPrice = (siteId: string): number => prices[siteId] ?? 100;

/** Orders that go in one shipment: of one seller and logistic type. */
export const shipmentKey = ({ logisticType, selfService, shippingMode }: ShipmentTraits): string =>
  `${shippingMode} ${logisticType} ${selfService}`;
type ShipmentTraits = Pick<NewOrder, "logisticType" | "selfService" | "shippingMode">;

/** The first order of a shipment carries its cost; an item with free shipping ships the others free too. */
function withShippingCosts(orders: readonly NewOrder[]): NewOrder[] {
  const shipments = Map.groupBy(orders, shipmentKey);
  return orders.map((order) => {
    const together = shipments.get(shipmentKey(order)) ?? [];
    const pays =
      together[0] === order && !order.noShipping && !together.some(({ freeShipping }) => freeShipping);
    return { ...order, shippingCost: pays ? shippingPrice(order.siteId) : 0 };
  });
}

/** What a buyer chose about the payment. */
export interface PaymentMeans {
  payment_method_id: string;
  payment_type: string;
  installments: number;
}

/** A payment of the whole order. */
export const newPayment = (order: Order, status: NewPaymentStatus, means: PaymentMeans): NewPayment => ({
  orderId: order.id,
  status,
  statusDetail: statusDetails[status],
  methodId: means.payment_method_id,
  type: means.payment_type,
  installments: means.installments,
  amount: totalOf(order),
  shippingCost: order.shippingCost,
  createdAt: order.createdAt,
  approvedAt: status === "approved" ? order.createdAt : null,
});
