import { toId } from "@marketplace/database";
import type { OrdersDatabase, Prisma } from "@marketplace/database/orders";
import type { PaymentStatus } from "./payments.transitions.ts";

type RefundRow = Prisma.RefundGetPayload<object>;
type Row = Prisma.PaymentGetPayload<{ include: { refunds: true } }>;

/** Money that went back to the buyer. */
export interface Refund {
  id: number;
  paymentId: number;
  amount: number;
  createdAt: Date;
}

/** A payment of an order: its row, with numbers. */
export interface Payment
  extends Omit<Row, "id" | "orderId" | "status" | "amount" | "shippingCost" | "refunded" | "refunds"> {
  id: number;
  orderId: number;
  status: PaymentStatus;
  /** Without the cost of shipping. */
  amount: number;
  shippingCost: number;
  refunded: number;
  refunds: Refund[];
}

export type NewPayment = Omit<Payment, "id" | "refunded" | "refunds" | "lastUpdated">;

export type PaymentsRepo = ReturnType<typeof createPaymentsRepo>;

const withRefunds = { refunds: { orderBy: { id: "asc" } } } as const;

/** Payments and refunds. Every call takes part in the ambient transaction. */
export function createPaymentsRepo(db: OrdersDatabase) {
  const table = () => db.current().payment;
  return {
    async find(id: number): Promise<Payment | undefined> {
      const row = await table().findUnique({ where: { id }, include: withRefunds });
      return row ? toPayment(row) : undefined;
    },
    async holds(id: number): Promise<boolean> {
      return (await db.query("SELECT FROM payments WHERE id = $1", [id])).length > 0;
    },
    /** Payments of orders, the oldest first. */
    async ofOrders(orderIds: readonly number[]): Promise<Payment[]> {
      if (orderIds.length === 0) return [];
      const where = { orderId: { in: orderIds.map(BigInt) } };
      const rows = await table().findMany({ where, orderBy: { id: "asc" }, include: withRefunds });
      return rows.map(toPayment);
    },
    async add(payments: readonly NewPayment[]): Promise<Payment[]> {
      if (payments.length === 0) return [];
      const data = payments.map((payment) => ({ ...payment, lastUpdated: payment.createdAt }));
      const rows = await table().createManyAndReturn({ data });
      return rows.map((row) => toPayment({ ...row, refunds: [] }));
    },
    /** Stores its status and what has been refunded. The order's row must be locked. */
    async save({ id, status, statusDetail, refunded, shippingCost, approvedAt, lastUpdated }: Payment) {
      const data = { status, statusDetail, refunded, shippingCost, approvedAt, lastUpdated };
      await table().update({ where: { id }, data });
    },
    async addRefund(refund: Omit<Refund, "id">): Promise<Refund> {
      return toRefund(await db.current().refund.create({ data: refund }));
    },
  };
}

const toRefund = ({ id, paymentId, amount, createdAt }: RefundRow): Refund => ({
  id: toId(id),
  paymentId: toId(paymentId),
  amount: amount.toNumber(),
  createdAt,
});

const toPayment = (row: Row): Payment => ({
  ...row,
  id: toId(row.id),
  orderId: toId(row.orderId),
  // Only this service writes it.
  status: row.status as PaymentStatus,
  amount: row.amount.toNumber(),
  shippingCost: row.shippingCost.toNumber(),
  refunded: row.refunded.toNumber(),
  refunds: row.refunds.map(toRefund),
});
