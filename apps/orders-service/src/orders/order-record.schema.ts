import { toId } from "@marketplace/database";
import { Prisma } from "@marketplace/database/orders";

type Row = Prisma.OrderGetPayload<object>;

/** By the table of commerce.md 1.4. */
export const orderStatuses = [
  "confirmed",
  "payment_required",
  "payment_in_process",
  "partially_paid",
  "paid",
  "partially_refunded",
  "pending_cancel",
  "cancelled",
  "invalid",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses of orders that are not paid in full. */
export const unpaidStatuses = [
  "confirmed",
  "payment_required",
  "payment_in_process",
  "partially_paid",
] as const;

/** Statuses of orders that are sent: they were covered once, and their seller keeps a part at least. */
export const shippableStatuses = ["paid", "partially_refunded"] as const;

/** Why an order was canceled. */
export interface CancelDetail {
  group: string;
  code: string;
  description: string;
  requested_by: string | null;
  date: string;
  application_id: number | null;
}

/** What tells the variation that was bought from the item's others. */
export interface VariationAttribute {
  id: string | null;
  name: string;
  value_id: string | null;
  value_name: string | null;
}

interface Converted {
  id: number;
  packId: number | null;
  sellerId: number;
  buyerId: number;
  variationId: number | null;
  unitPrice: number;
  shipmentId: number | null;
  status: OrderStatus;
  statusDetail: { code: string; description: string } | null;
  cancelDetail: CancelDetail | null;
  /** The cancel_detail of a cancellation that waits for flex-service. */
  cancelRequest: CancelDetail | null;
  variationAttributes: VariationAttribute[];
  saleFee: number;
  fullUnitPrice: number | null;
  shippingCost: number;
}

/** One item that was bought: its row, with numbers. */
export interface Order extends Omit<Row, keyof Converted>, Converted {}

/** What the item was when it was sold. */
export type Snapshot = Pick<
  Order,
  | "title"
  | "categoryId"
  | "condition"
  | "variationAttributes"
  | "sellerSku"
  | "sellerCustomField"
  | "warranty"
  | "listingTypeId"
  | "manufacturingDays"
  | "saleFee"
>;

type Required =
  | "siteId"
  | "sellerId"
  | "buyerId"
  | "itemId"
  | "variationId"
  | "quantity"
  | "unitPrice"
  | "currencyId"
  | "logisticType"
  | "selfService"
  | "createdAt";

/** An order before it has an id, a pack and a shipment. What is left out has its default. */
export type NewOrder = Pick<Order, Required> &
  Partial<Omit<Order, Required | "id" | "packId" | "shipmentId" | "statusDetail">>;

export function toOrder(row: Row): Order {
  return {
    ...row,
    id: toId(row.id),
    packId: row.packId === null ? null : toId(row.packId),
    sellerId: toId(row.sellerId),
    buyerId: toId(row.buyerId),
    variationId: row.variationId === null ? null : toId(row.variationId),
    unitPrice: row.unitPrice.toNumber(),
    shipmentId: row.shipmentId === null ? null : toId(row.shipmentId),
    saleFee: row.saleFee.toNumber(),
    fullUnitPrice: row.fullUnitPrice?.toNumber() ?? null,
    shippingCost: row.shippingCost.toNumber(),
    // The database checks the status, and only this service writes the JSON columns.
    status: row.status as OrderStatus,
    statusDetail: row.statusDetail as unknown as Order["statusDetail"],
    cancelDetail: row.cancelDetail as unknown as CancelDetail | null,
    cancelRequest: row.cancelRequest as unknown as CancelDetail | null,
    variationAttributes: row.variationAttributes as unknown as VariationAttribute[],
  };
}

/** The row of a new order. Orders that are paid at once are closed when they are made. */
export const toRow = ({ cancelDetail, cancelRequest, variationAttributes, ...order }: NewOrder) => ({
  lastUpdated: order.createdAt,
  closedAt: (order.status ?? "paid") === "paid" ? order.createdAt : null,
  ...order,
  cancelDetail: jsonOf(cancelDetail),
  cancelRequest: jsonOf(cancelRequest),
  variationAttributes: jsonArray(variationAttributes ?? []),
});

/** The columns that change in an order's life. */
export const toChanges = (order: Order) => ({
  status: order.status,
  closedAt: order.closedAt,
  lastUpdated: order.lastUpdated,
  cancelDetail: jsonOf(order.cancelDetail),
  cancelRequest: jsonOf(order.cancelRequest),
  stock: order.stock,
  delivered: order.delivered,
  fulfilled: order.fulfilled,
  unfulfilled: order.unfulfilled,
});

/** An array for a JSON column. */
export const jsonArray = (attributes: readonly VariationAttribute[]) =>
  attributes.map((attribute) => ({ ...attribute }));

const jsonOf = (detail: CancelDetail | null | undefined) => (detail ? { ...detail } : Prisma.DbNull);
