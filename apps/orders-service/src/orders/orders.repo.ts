import { type Change, RowsMissing, toId } from "@marketplace/database";
import { type OrdersDatabase, Prisma } from "@marketplace/database/orders";
import type { DueRange, DueRow } from "@marketplace/server";
import { leftStatuses } from "./cancellations.rules.ts";
import {
  type CancelDetail,
  jsonArray,
  type NewOrder,
  type Order,
  type Snapshot,
  toChanges,
  toOrder,
  toRow,
  unpaidStatuses,
} from "./order-record.schema.ts";

export type { NewOrder, Order } from "./order-record.schema.ts";

// Clients follow orders by last_updated: news of a shipment is dated now, and never moves it back.
const shipped = `UPDATE orders SET shipment_id = $2, last_updated = greatest(last_updated, $3)
  WHERE id = ANY ($1::bigint[]) AND shipment_id IS NULL AND status NOT IN ('cancelled', 'invalid')
    AND NOT unfulfilled AND cancel_request IS NULL RETURNING id`;

const shippingMoved = `UPDATE orders SET shipping_status = $2, shipping_substatus = $3, shipping_version = $4,
    last_updated = greatest(last_updated, $5), delivered = delivered OR $2 = 'delivered',
    fulfilled = CASE WHEN $2 = 'delivered' AND NOT unfulfilled THEN true ELSE fulfilled END
  WHERE id = ANY ($1::bigint[]) AND shipping_version < $4 RETURNING id`;

// The condition of the index orders_awaiting_shipment. Orders that pg_dump took over have no closed_at.
const lackingShipment = `SELECT id, coalesce(closed_at, created_at) AS "paidAt" FROM orders
  WHERE shipment_id IS NULL AND status IN ('paid', 'partially_refunded') AND NOT no_shipping
    AND cancel_request IS NULL AND (coalesce(closed_at, created_at), id) > ($1, $2)
  ORDER BY coalesce(closed_at, created_at), id LIMIT $3`;

/** A place in the orders by when they were paid. */
export interface PaidPosition {
  paidAt: Date;
  id: number;
}

/** A page of orders in the order of their ids. */
interface IdPage {
  after: number;
  limit: number;
}

interface UnshippedPage {
  after: PaidPosition;
  limit: number;
}

/** What flex-service tells of a shipment. */
export interface ShippingState {
  orderIds: readonly number[];
  status: string;
  substatus: string | null;
  /** Counts the shipment's changes. */
  version: number;
  /** When it became so. */
  at: Date;
}

/** The shipment of orders. */
interface MadeShipment {
  ids: readonly number[];
  shipmentId: number;
  now: Date;
}

const sold = `SELECT EXISTS (SELECT FROM orders WHERE seller_id = $1 AND buyer_id = $2 AND site_id = $3) AS found`;

const held = `SELECT EXISTS (SELECT FROM orders WHERE id = $1) OR EXISTS (SELECT FROM orders WHERE pack_id = $1) AS found`;

export type OrdersRepo = ReturnType<typeof createOrdersRepo>;

/** Orders and packs in Postgres. Every call takes part in the ambient transaction. */
export function createOrdersRepo(db: OrdersDatabase) {
  const ordersWhere = async (where: Prisma.OrderWhereInput, take: number): Promise<Order[]> =>
    (await db.current().order.findMany({ where, orderBy: { id: "asc" }, take })).map(toOrder);
  return {
    async find(id: number): Promise<Order | undefined> {
      const row = await db.current().order.findUnique({ where: { id } });
      return row ? toOrder(row) : undefined;
    },
    /** Whether there is an order, or a pack, of an id. */
    async holds(id: number): Promise<boolean> {
      const [row] = await db.query<{ found: boolean }>(held, [id]);
      return row?.found ?? false;
    },
    /** Whether the seller has sold to the buyer on the site. */
    async hasSold(sale: { sellerId: number; buyerId: number; siteId: string }): Promise<boolean> {
      const [row] = await db.query<{ found: boolean }>(sold, [sale.sellerId, sale.buyerId, sale.siteId]);
      return row?.found ?? false;
    },
    /** The orders that exist, by their ids. */
    async findAll(ids: readonly number[]): Promise<Order[]> {
      const where = { id: { in: ids.map(BigInt) } };
      const rows = await db.current().order.findMany({ where, orderBy: { id: "asc" } });
      return rows.map(toOrder);
    },
    /** The order, locked until the transaction ends. */
    async lock(id: number): Promise<Order | undefined> {
      const [locked] = await db.query("SELECT id FROM orders WHERE id = $1 FOR UPDATE", [id]);
      return locked && this.find(id);
    },
    /** Stores what changes in an order's life. Its row must be locked. */
    async save(order: Order): Promise<void> {
      await db.current().order.update({ where: { id: order.id }, data: toChanges(order) });
    },
    /** Stores a requested cancellation; without one, removes it. */
    async requestCancellation(id: number, detail: CancelDetail | null): Promise<void> {
      await db.execute("UPDATE orders SET cancel_request = $2::jsonb WHERE id = $1", [
        id,
        detail && JSON.stringify(detail),
      ]);
    },
    /** Orders with a requested cancellation, after that id. */
    canceling: ({ after, limit }: IdPage) =>
      ordersWhere({ cancelRequest: { not: Prisma.DbNull }, id: { gt: after } }, limit),
    /** Orders whose stock catalog-service has not got back yet, after that id. */
    returningStock: ({ after, limit }: IdPage) =>
      ordersWhere({ stock: "returning", id: { gt: after } }, limit),
    async stockReturned(id: number): Promise<void> {
      await db.execute("UPDATE orders SET stock = 'returned' WHERE id = $1 AND stock = 'returning'", [id]);
    },
    /** Orders without full payment that are not younger than that and have not left, after that id. */
    unpaid: ({ before, after, limit }: IdPage & { before: Date }) =>
      ordersWhere(
        {
          status: { in: [...unpaidStatuses] },
          unfulfilled: false,
          createdAt: { lte: before },
          id: { gt: after },
          // What has left cannot be canceled: such an order would fail again at each turn.
          delivered: false,
          OR: [{ shippingStatus: null }, { shippingStatus: { notIn: [...leftStatuses] } }],
        },
        limit,
      ),
    /** Orders without full payment whose time ends within a range, `lifeMs` after they were made. */
    unpaidEnding: ({ after, until, limit }: DueRange, lifeMs: number) =>
      db.query<DueRow>(
        `SELECT created_at + $4 * interval '1 ms' AS at, '/orders/' || id AS id FROM orders
         WHERE status = ANY ($5) AND NOT unfulfilled AND created_at > $1::timestamptz - $4 * interval '1 ms'
           AND created_at <= $2::timestamptz - $4 * interval '1 ms'
         ORDER BY created_at, id::text COLLATE "C" LIMIT $3`,
        [after, until, limit, lifeMs, [...unpaidStatuses]],
      ),
    /** Orders of earlier releases that do not know their item's title yet. */
    withoutSnapshot: (limit: number) => ordersWhere({ title: null }, limit),
    /** Stores what an item was. */
    async setSnapshot(id: number, snapshot: Snapshot): Promise<void> {
      await db.current().order.updateMany({
        where: { id, title: null },
        data: { ...snapshot, variationAttributes: jsonArray(snapshot.variationAttributes) },
      });
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
    /**
     * Sets the shipment of orders and makes the changes that go with it; `false` and neither when one of them
     * has a shipment, or is not to be sent any more.
     */
    async setShipment({ ids, shipmentId, now }: MadeShipment, changes: readonly Change[]) {
      try {
        const values = [ids, shipmentId, now];
        await db.change([{ statement: shipped, values, rows: ids.length }, ...changes]);
        return true;
      } catch (error) {
        if (!(error instanceof RowsMissing)) throw error;
        return false;
      }
    },
    /** Stores a shipment's state, heard of `now`; gives the orders of which this version was the latest. */
    async moveShipping({ orderIds, status, substatus, version }: ShippingState, now: Date) {
      const values = [orderIds, status, substatus, version, now];
      const rows = await db.query<{ id: number }>(shippingMoved, values);
      return this.findAll(rows.map(({ id }) => id));
    },
    /** A page of the orders to send that lack a shipment, the oldest first, and where the next one begins. */
    async withoutShipment({ after, limit }: UnshippedPage) {
      const rows = await db.query<PaidPosition>(lackingShipment, [after.paidAt, after.id, limit]);
      const orders = await this.findAll(rows.map(({ id }) => id));
      return { orders, next: rows.length < limit ? undefined : rows.at(-1) };
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
