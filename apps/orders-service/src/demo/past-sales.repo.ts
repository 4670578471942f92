import type { ShipmentState } from "@marketplace/contracts";
import type { OrdersDatabase } from "@marketplace/database/orders";
import { totalOf } from "../payments/payment-wire.rules.ts";
import type { NumberedOrder } from "./past-life.rules.ts";
import type { PastPurchase } from "./past-sales.rules.ts";
import { shippingOf } from "./past-shipments.rules.ts";

const batchSize = 1_000;

const saleIds = "SELECT next_sale_id() AS id FROM generate_series(1, $1::int)";
const paymentIds = "SELECT next_payment_id() AS id FROM generate_series(1, $1::int)";

/** Inserts rows that are sent as one JSON array; columns that are not named have their defaults. */
const inserting = (table: string, columns: string) =>
  `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`;

const statements = {
  packs: inserting("packs", "id, site_id, seller_id, buyer_id, created_at"),
  orders: inserting(
    "orders",
    `id, pack_id, site_id, seller_id, buyer_id, item_id, variation_id, quantity, unit_price, currency_id, logistic_type,
     self_service, created_at, status, closed_at, last_updated, cancel_detail, stock, title, category_id, condition,
     variation_attributes, seller_sku, seller_custom_field, warranty, listing_type_id, sale_fee, shipping_mode,
     no_shipping, free_shipping, shipping_cost, shipping_outcome, shipment_id, shipping_status, shipping_substatus,
     shipping_version, delivered, fulfilled`,
  ),
  payments: inserting(
    "payments",
    `id, order_id, status, status_detail, method_id, type, installments, amount, shipping_cost, refunded, created_at,
     approved_at, last_updated`,
  ),
  refunds: inserting("refunds", "payment_id, amount, created_at"),
  feedback: inserting(
    "feedback",
    "order_id, side, fulfilled, rating, message, restock_item, created_at, visible_at",
  ),
} as const;

/** Purchases of the past, which a running service would not take. */
export function createPastSalesRepo(db: OrdersDatabase) {
  const insert = async (statement: string, rows: readonly object[]) => {
    for (let from = 0; from < rows.length; from += batchSize)
      await db.execute(statement, [JSON.stringify(rows.slice(from, from + batchSize))]);
  };
  return {
    /** Draws ids for purchases, the oldest first, and their orders. */
    async number(purchases: readonly PastPurchase[]): Promise<NumberedOrder[][]> {
      const count = purchases.reduce((sum, { length }) => sum + length + (length > 1 ? 1 : 0), 0);
      const ids = (await db.query<{ id: number }>(saleIds, [count])).map(({ id }) => id).values();
      const take = (): number => {
        const { value, done } = ids.next();
        if (done) throw new Error("too few ids were drawn");
        return value;
      };
      return purchases.map((purchase) => {
        const packId = purchase.length > 1 ? take() : null;
        return purchase.map((order) => ({ ...order, packId, id: take() }));
      });
    },
    /** Stores purchases with what is known of their shipments. */
    async store(
      purchases: readonly (readonly NumberedOrder[])[],
      shipments: readonly ShipmentState[],
    ): Promise<void> {
      const orders = purchases.flat();
      const shipmentOf = new Map(shipments.flatMap((each) => each.order_ids.map((id) => [id, each])));
      const numbers = await db.query<{ id: number }>(paymentIds, [orders.length]);
      await insert(statements.packs, purchases.flatMap(packRow));
      const rows = orders.map((order) => orderRow(order, shipmentOf.get(order.id)));
      await insert(statements.orders, rows);
      const payments = orders.map((order, index) => paymentRow(order, numbers[index]?.id ?? 0));
      await insert(statements.payments, payments);
      await insert(statements.refunds, payments.flatMap(refundRow));
      await insert(statements.feedback, orders.flatMap(feedbackRows));
    },
  };
}

const packRow = ([first]: readonly NumberedOrder[]) =>
  first?.packId
    ? [
        {
          id: first.packId,
          site_id: first.order.siteId,
          seller_id: first.order.sellerId,
          buyer_id: first.order.buyerId,
          created_at: first.order.createdAt,
        },
      ]
    : [];

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Sets all columns: one without a value would be null instead of its default. */
const unshipped = {
  shipment_id: null,
  shipping_status: null,
  shipping_substatus: null,
  shipping_version: 0,
  delivered: false,
  fulfilled: null,
};

const orderRow = ({ id, packId, order }: NumberedOrder, shipment: ShipmentState | undefined) => ({
  ...unshipped,
  stock: "taken",
  last_updated: order.createdAt,
  ...Object.fromEntries(Object.entries(order).map(([name, value]) => [snakeCase(name), value])),
  ...shippingOf(shipment, order.lastUpdated ?? order.createdAt),
  id,
  pack_id: packId,
});

const paymentRow = ({ id: orderId, order, payment }: NumberedOrder, id: number) => ({
  id,
  order_id: orderId,
  status: payment.status,
  status_detail: payment.statusDetail,
  method_id: payment.payment_method_id,
  type: payment.payment_type,
  installments: payment.installments,
  amount: totalOf(order),
  shipping_cost: order.shippingCost ?? 0,
  refunded: payment.refunded,
  created_at: order.createdAt,
  approved_at: payment.approvedAt,
  last_updated: payment.lastUpdated,
});

const refundRow = ({ id, refunded, last_updated }: ReturnType<typeof paymentRow>) =>
  refunded > 0 ? [{ payment_id: id, amount: refunded, created_at: last_updated }] : [];

const feedbackRows = ({ id, feedback }: NumberedOrder) =>
  feedback.map(({ side, rating, message, createdAt, visibleAt }) => ({
    order_id: id,
    side,
    fulfilled: true,
    rating,
    message,
    restock_item: false,
    created_at: createdAt,
    visible_at: visibleAt,
  }));
