import { type Change, RowsMissing, toId } from "@marketplace/database";
import type { OrdersDatabase } from "@marketplace/database/orders";
import { type NewOrder, type Order, toOrder, toRow } from "./orders.record.ts";

export type { NewOrder, Order } from "./orders.record.ts";

const shipped = `UPDATE orders SET shipment_id = $2
  WHERE id = ANY ($1::bigint[]) AND shipment_id IS NULL RETURNING id`;

const shippingMoved = `UPDATE orders SET shipping_status = $2, shipping_substatus = $3, shipping_version = $4,
    last_updated = $5, delivered = delivered OR $2 = 'delivered',
    fulfilled = CASE WHEN $2 = 'delivered' THEN coalesce(fulfilled, true) ELSE fulfilled END
  WHERE id = ANY ($1::bigint[]) AND shipping_version < $4 RETURNING id`;

/** What flex-service tells of a shipment. */
export interface ShippingState {
  orderIds: readonly number[];
  status: string;
  substatus: string | null;
  /** Counts the shipment's changes. */
  version: number;
  at: Date;
}

export type OrdersRepo = ReturnType<typeof createOrdersRepo>;

/** Orders and packs in Postgres. Every call takes part in the ambient transaction. */
export function createOrdersRepo(db: OrdersDatabase) {
  return {
    async find(id: number): Promise<Order | undefined> {
      const row = await db.current().order.findUnique({ where: { id } });
      return row ? toOrder(row) : undefined;
    },
    /** The orders that exist, by their ids. */
    async findAll(ids: readonly number[]): Promise<Order[]> {
      const where = { id: { in: ids.map(BigInt) } };
      const rows = await db.current().order.findMany({ where, orderBy: { id: "asc" } });
      return rows.map(toOrder);
    },
    /** Adds orders of one seller, in this order. Several orders, or `packed` ones, get a new pack. */
    async add(orders: readonly NewOrder[], { packed = orders.length > 1 } = {}): Promise<Order[]> {
      const [first] = orders;
      if (!first) return [];
      const packId = packed ? await addPack(db, first) : null;
      const data = orders.map((order) => ({ ...toRow(order), packId }));
      // Postgres returns the rows of one INSERT in their order.
      return (await db.current().order.createManyAndReturn({ data })).map(toOrder);
    },
    /** Sets the shipment of orders and makes the changes that go with it; neither when one has a shipment. */
    async setShipment(ids: readonly number[], shipmentId: number, changes: readonly Change[]) {
      try {
        await db.change([{ statement: shipped, values: [ids, shipmentId], rows: ids.length }, ...changes]);
      } catch (error) {
        if (!(error instanceof RowsMissing)) throw error;
      }
    },
    /** Stores a shipment's state; gives the orders of which this version was the latest. */
    async moveShipping({ orderIds, status, substatus, version, at }: ShippingState) {
      const values = [orderIds, status, substatus, version, at];
      const rows = await db.query<{ id: number }>(shippingMoved, values);
      return this.findAll(rows.map(({ id }) => id));
    },
    /** Paid orders without a shipment, made before that time or after `now`; the oldest first. */
    async withoutShipment({ before, now }: { before: Date; now: Date }, limit: number): Promise<Order[]> {
      // An order of the future was made before the clock was set back.
      const due = { shipmentId: null, status: "paid", noShipping: false };
      const where = { ...due, OR: [{ createdAt: { lt: before } }, { createdAt: { gt: now } }] };
      const rows = await db.current().order.findMany({ where, orderBy: { createdAt: "asc" }, take: limit });
      return rows.map(toOrder);
    },
  };
}

async function addPack(
  db: OrdersDatabase,
  { siteId, sellerId, buyerId, createdAt }: NewOrder,
): Promise<number> {
  const { id } = await db.current().pack.create({ data: { siteId, sellerId, buyerId, createdAt } });
  return toId(id);
}
