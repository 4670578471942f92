import { firstIssueText } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "./deps.ts";
import { orderStatuses } from "./orders/order-record.schema.ts";
import { paymentStatuses } from "./payments/payments.transitions.ts";

const moment = z.iso.datetime({ offset: true });
const id = z.int().positive();
const text = z.string();

const RecordedPayment = z.looseObject({
  id,
  status: z.enum(paymentStatuses),
  status_detail: text.nullish(),
  payment_method_id: text.nullish(),
  payment_type: text.nullish(),
  installments: z.int().positive().nullish(),
  transaction_amount: z.number().min(0),
  transaction_amount_refunded: z.number().min(0).nullish(),
  shipping_cost: z.number().min(0).nullish(),
  date_created: moment.nullish(),
  date_approved: moment.nullish(),
  date_last_modified: moment.nullish(),
});

const Line = z.looseObject({
  item: z.looseObject({
    id: text.regex(/^[A-Z]{3}\d+$/),
    title: text,
    category_id: text.nullish(),
    condition: text.nullish(),
    variation_id: id.nullish(),
    variation_attributes: z.array(z.looseObject({ name: text })).nullish(),
    seller_sku: text.nullish(),
    seller_custom_field: text.nullish(),
    warranty: text.nullish(),
  }),
  quantity: z.int().positive(),
  unit_price: z.number(),
  full_unit_price: z.number().nullish(),
  sale_fee: z.number().nullish(),
  listing_type_id: text.nullish(),
  manufacturing_days: z.int().nullish(),
});

const RecordedOrder = z.looseObject({
  id,
  status: z.enum(orderStatuses),
  status_detail: z.looseObject({ code: text, description: text }).nullish().catch(null),
  date_created: moment,
  date_closed: moment.nullish(),
  last_updated: moment.nullish(),
  pack_id: id.nullish(),
  currency_id: text,
  order_items: z.array(Line).length(1, "an order of this marketplace has exactly one line"),
  payments: z.array(RecordedPayment).default([]),
  shipping: z.looseObject({ id: id.nullish() }).nullish(),
  shipping_cost: z.number().nullish(),
  seller: z.looseObject({ id }),
  buyer: z.looseObject({ id }),
  tags: z.array(text).default([]),
  fulfilled: z.boolean().nullish(),
  logistic_type: text.nullish(),
});
type RecordedOrder = z.output<typeof RecordedOrder>;

const inserting = (table: string, columns: string) =>
  `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`;

const insertPacks = inserting("packs", "id, site_id, seller_id, buyer_id, created_at");
const insertOrders = inserting(
  "orders",
  `id, pack_id, site_id, seller_id, buyer_id, item_id, variation_id, quantity, unit_price, currency_id, logistic_type,
   self_service, shipment_id, created_at, status, status_detail, closed_at, last_updated, stock, title, category_id,
   condition, variation_attributes, seller_sku, seller_custom_field, warranty, listing_type_id, manufacturing_days,
   sale_fee, full_unit_price, no_shipping, free_shipping, shipping_cost, shipping_mode, shipping_outcome, shipping_version,
   delivered, fulfilled, unfulfilled`,
);
const insertPayments = inserting(
  "payments",
  `id, order_id, status, status_detail, method_id, type, installments, amount, shipping_cost, refunded, created_at,
   approved_at, last_updated`,
);

/** Adds orders of a recording, with their packs and payments, under their own ids. */
export async function seedRecorded(deps: Deps, { orders }: { orders: readonly unknown[] }) {
  const leftOut: { resource: string; reason: string }[] = [];
  const read = orders.flatMap((wire): RecordedOrder[] => {
    const parsed = RecordedOrder.safeParse(wire);
    if (parsed.success) return [parsed.data];
    const reason = firstIssueText(parsed.error);
    leftOut.push({ resource: `/orders/${String(Object(wire).id)}`, reason });
    return [];
  });
  const packs = new Map(
    read.flatMap((order) => (order.pack_id ? [[order.pack_id, packRow(order)] as const] : [])),
  );
  const payments = read.flatMap((order) => order.payments.map((payment) => paymentRow(order, payment)));
  await deps.transaction(async () => {
    await deps.db.execute(insertPacks, [JSON.stringify([...packs.values()])]);
    await deps.db.execute(insertOrders, [JSON.stringify(read.map(orderRow))]);
    await deps.db.execute(insertPayments, [JSON.stringify(payments)]);
    const sales = [...read.map((order) => order.id), ...packs.keys()];
    await advance(deps, "sale_ids", sales);
    await advance(
      deps,
      "payment_numbers",
      payments.map((payment) => payment.id),
    );
  });
  return { leftOut };
}

/** New rows get ids beyond the recorded ones. */
const advance = ({ db }: Deps, sequence: string, ids: readonly number[]) =>
  db.query(`SELECT setval('${sequence}', greatest(last_value, $1::bigint)) FROM ${sequence}`, [
    ids.reduce((most, one) => Math.max(most, one), 1),
  ]);

const siteOf = ({ order_items: [line] }: RecordedOrder): string => line?.item.id.slice(0, 3) ?? "";

const packRow = (order: RecordedOrder) => ({
  id: order.pack_id,
  site_id: siteOf(order),
  seller_id: order.seller.id,
  buyer_id: order.buyer.id,
  created_at: order.date_created,
});

const isOver = ({ status }: RecordedOrder): boolean => status === "cancelled" || status === "invalid";

function orderRow(order: RecordedOrder) {
  const [line] = order.order_items;
  const shipmentId = order.shipping?.id ?? null;
  const delivered = order.tags.includes("delivered");
  return {
    id: order.id,
    pack_id: order.pack_id ?? null,
    site_id: siteOf(order),
    seller_id: order.seller.id,
    buyer_id: order.buyer.id,
    ...(line && lineColumns(line)),
    currency_id: order.currency_id,
    logistic_type: order.logistic_type ?? "drop_off",
    self_service: order.logistic_type === "self_service",
    shipment_id: shipmentId,
    created_at: order.date_created,
    status: order.status,
    status_detail: order.status_detail ?? null,
    closed_at: order.date_closed ?? null,
    last_updated: order.last_updated ?? order.date_created,
    stock: isOver(order) ? "returned" : "taken",
    // Without one no job makes a shipment that the recording has not.
    no_shipping: shipmentId === null || order.tags.includes("no_shipping"),
    free_shipping: !order.shipping_cost,
    shipping_cost: order.shipping_cost ?? 0,
    shipping_mode: "me2",
    shipping_outcome: "manual",
    shipping_version: 0,
    delivered,
    fulfilled: order.fulfilled ?? null,
    unfulfilled: order.tags.includes("unfulfilled"),
  };
}

const lineColumns = ({ item, ...line }: z.output<typeof Line>) => ({
  item_id: item.id,
  variation_id: item.variation_id ?? null,
  quantity: line.quantity,
  unit_price: line.unit_price,
  title: item.title,
  category_id: item.category_id ?? null,
  condition: item.condition ?? null,
  variation_attributes: item.variation_attributes ?? [],
  seller_sku: item.seller_sku ?? null,
  seller_custom_field: item.seller_custom_field ?? null,
  warranty: item.warranty ?? null,
  listing_type_id: line.listing_type_id ?? null,
  manufacturing_days: line.manufacturing_days ?? null,
  sale_fee: line.sale_fee ?? 0,
  full_unit_price: line.full_unit_price ?? null,
});

const paymentRow = (order: RecordedOrder, payment: z.output<typeof RecordedPayment>) => ({
  id: payment.id,
  order_id: order.id,
  status: payment.status,
  status_detail: payment.status_detail ?? "accredited",
  method_id: payment.payment_method_id ?? "account_money",
  type: payment.payment_type ?? "account_money",
  installments: payment.installments ?? 1,
  amount: payment.transaction_amount,
  shipping_cost: payment.shipping_cost ?? 0,
  refunded: payment.transaction_amount_refunded ?? 0,
  created_at: payment.date_created ?? order.date_created,
  approved_at: payment.date_approved ?? null,
  last_updated: payment.date_last_modified ?? payment.date_created ?? order.date_created,
});
