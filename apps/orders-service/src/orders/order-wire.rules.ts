import type { UserProfile } from "@marketplace/contracts";
import { platformTimestamp } from "@marketplace/conventions";
import type { Feedback } from "../feedback/feedback.repo.ts";
import { orderPayment, totalOf } from "../payments/payment-wire.rules.ts";
import type { Payment } from "../payments/payments.repo.ts";
import { minus, sumOf, times } from "./money.rules.ts";
import type { Order } from "./order-record.schema.ts";
import type { OrderWire } from "./orders.schema.ts";

/** What an order shows beside its own row. */
export interface OrderParts {
  payments: readonly Payment[];
  feedback: readonly Pick<Feedback, "id" | "side">[];
  seller: UserProfile | undefined;
  buyer: UserProfile | undefined;
  /** Its place in the pack, from 1. */
  elementId: number | null;
}

const dayMs = 86_400_000;
export const expiresAfterMs = 28 * dayMs;

/** Whether the buyer has paid and has not got everything back. */
export const isPaid = ({ status }: Pick<Order, "status">): boolean =>
  status === "paid" || status === "partially_refunded" || status === "pending_cancel";

/** The tags of an order, which searches filter by. */
export const tagsOf = (order: Order): string[] => [
  isPaid(order) ? "paid" : "not_paid",
  order.delivered ? "delivered" : "not_delivered",
  ...(order.packId === null ? [] : ["pack_order"]),
  "test_order",
  ...(order.noShipping ? ["no_shipping"] : []),
  ...(order.unfulfilled ? ["unfulfilled"] : []),
];

const paidAmount = (payments: readonly Payment[]): number =>
  sumOf(
    ...payments
      .filter(({ status }) => status === "approved")
      .map(({ amount, shippingCost, refunded }) => minus(sumOf(amount, shippingCost), refunded)),
  );

const datesOf = ({ createdAt, closedAt, lastUpdated }: Order) => ({
  date_created: platformTimestamp(createdAt),
  date_closed: closedAt && platformTimestamp(closedAt),
  last_updated: platformTimestamp(lastUpdated),
  date_last_updated: platformTimestamp(lastUpdated),
  expiration_date: platformTimestamp(new Date(createdAt.getTime() + expiresAfterMs)),
});

function lineOf(order: Order, elementId: number | null): OrderWire["order_items"][number] {
  const { quantity, unitPrice } = order;
  const fullPrice = order.fullUnitPrice ?? unitPrice;
  return {
    item: {
      id: order.itemId,
      title: order.title ?? order.itemId,
      category_id: order.categoryId,
      condition: order.condition,
      variation_id: order.variationId,
      // jsonb does not keep the order of keys.
      variation_attributes: order.variationAttributes.map(({ id, name, value_id, value_name }) => ({
        id,
        name,
        value_id,
        value_name,
      })),
      seller_sku: order.sellerSku,
      seller_custom_field: order.sellerCustomField,
      warranty: order.warranty,
      global_price: null,
      net_weight: null,
      user_product_id: null,
      release_date: null,
    },
    quantity,
    requested_quantity: { measure: "unit", value: quantity },
    picked_quantity: null,
    currency_id: order.currencyId,
    listing_type_id: order.listingTypeId,
    manufacturing_days: order.manufacturingDays,
    unit_price: unitPrice,
    full_unit_price: fullPrice,
    gross_price: times(fullPrice, quantity),
    sale_fee: order.saleFee,
    element_id: elementId,
    base_exchange_rate: null,
    base_currency_id: null,
    bundle: null,
    compat_id: null,
    discounts: null,
    differential_pricing_id: null,
  };
}

const partiesOf = (order: Order, { seller, buyer }: OrderParts) => ({
  seller: { id: order.sellerId, nickname: seller?.nickname ?? "" },
  buyer: {
    id: order.buyerId,
    nickname: buyer?.nickname ?? "",
    first_name: buyer?.first_name ?? "",
    last_name: buyer?.last_name ?? "",
    billing_info: {
      id: String(order.buyerId),
      doc_type: buyer?.identification?.type ?? null,
      doc_number: buyer?.identification?.number ?? null,
    },
  },
});

/** Fields of the platform that are empty here. */
const unused = {
  manufacturing_ending_date: null,
  pickup_id: null,
  comment: null,
  comments: null,
  application_id: null,
} as const;

/** The fields that orders had in earlier releases. */
const earlier = (order: Order) => ({
  site_id: order.siteId,
  seller_id: order.sellerId,
  buyer_id: order.buyerId,
  items: [
    {
      id: order.itemId,
      variation_id: order.variationId,
      quantity: order.quantity,
      unit_price: order.unitPrice,
    },
  ],
  logistic_type: order.logisticType,
  shipment_id: order.shipmentId,
});

/** The reason of a cancellation; jsonb does not keep the order of keys. */
function cancelDetailOf({ cancelDetail }: Order): OrderWire["cancel_detail"] {
  if (!cancelDetail) return null;
  const { group, code, description, requested_by, date, application_id } = cancelDetail;
  return { group, code, description, requested_by, date: platformTimestamp(new Date(date)), application_id };
}

/** A payment has one mediation at most, which has its id. */
const mediationsOf = (payments: readonly Payment[]): OrderWire["mediations"] =>
  payments.filter(({ status }) => status === "in_mediation").map(({ id }) => ({ id }));

/** Clients know each side's by two names. */
function feedbackIds(given: OrderParts["feedback"]): OrderWire["feedback"] {
  const idOf = (side: string) => given.find((each) => each.side === side)?.id ?? null;
  const [sale, purchase] = [idOf("sale"), idOf("purchase")];
  return { seller: sale, buyer: purchase, sale, purchase };
}

/** An order as its seller and its buyer see it. */
export const orderWire = (order: Order, parts: OrderParts): OrderWire => ({
  id: order.id,
  status: order.status,
  currency_id: order.currencyId,
  status_detail: order.statusDetail,
  ...datesOf(order),
  pack_id: order.packId,
  ...unused,
  fulfilled: order.fulfilled,
  hidden_for_seller: false,
  buying_mode: "buy_equals_pay",
  total_amount: totalOf(order),
  paid_amount: paidAmount(parts.payments),
  shipping_cost: order.packId === null ? order.shippingCost : null,
  coupon: { id: null, amount: 0 },
  taxes: { amount: null, currency_id: null, id: null },
  order_items: [lineOf(order, parts.elementId)],
  payments: parts.payments.map((payment) => orderPayment(payment, order)),
  shipping: { id: order.shipmentId },
  tags: tagsOf(order),
  internal_tags: [],
  static_tags: [],
  mediations: mediationsOf(parts.payments),
  feedback: feedbackIds(parts.feedback),
  context: {
    channel: "marketplace",
    site: order.siteId,
    flows: [],
    application: null,
    product_id: null,
    store_id: null,
  },
  ...partiesOf(order, parts),
  cancel_detail: cancelDetailOf(order),
  order_request: { change: null, return: null },
  ...earlier(order),
});
