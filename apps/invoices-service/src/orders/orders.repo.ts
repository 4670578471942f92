import { toId } from "@marketplace/database";
import type { InvoicesDatabase, Prisma } from "@marketplace/database/invoices";
import type { NewOrder, Order } from "./order.ts";

type Row = Prisma.OrderGetPayload<object>;

/** Orders and packs in Postgres; every call takes part in the present transaction. */
export interface OrdersRepo {
  find(id: number): Promise<Order | undefined>;
  /** Adds orders of one seller; several of them, or `packed`, in a new pack. In the order given. */
  add(orders: readonly NewOrder[], options?: { packed?: boolean }): Promise<Order[]>;
  setShipment(id: number, shipmentId: number): Promise<void>;
  /** Orders made before that time, or after `now`, which have no shipment, the oldest first. */
  withoutShipment(made: { before: Date; now: Date }, limit: number): Promise<Order[]>;
}

/** The repository over a database. */
export function createOrdersRepo(db: InvoicesDatabase): OrdersRepo {
  return {
    async find(id) {
      const row = await db.current().order.findUnique({ where: { id } });
      return row ? toOrder(row) : undefined;
    },
    async add(orders, { packed = orders.length > 1 } = {}) {
      const [first] = orders;
      if (!first) return [];
      const packId = packed ? await addPack(db, first) : null;
      const data = orders.map((order) => ({ ...order, packId }));
      // The rows of one INSERT come back in their order.
      return (await db.current().order.createManyAndReturn({ data })).map(toOrder);
    },
    async setShipment(id, shipmentId) {
      await db.current().order.updateMany({ where: { id, shipmentId: null }, data: { shipmentId } });
    },
    async withoutShipment({ before, now }, limit) {
      // One of the future was made before the clock was set back: nobody waits for it any more.
      const where = { shipmentId: null, OR: [{ createdAt: { lt: before } }, { createdAt: { gt: now } }] };
      const rows = await db.current().order.findMany({ where, orderBy: { createdAt: "asc" }, take: limit });
      return rows.map(toOrder);
    },
  };
}

async function addPack(
  db: InvoicesDatabase,
  { siteId, sellerId, buyerId, createdAt }: NewOrder,
): Promise<number> {
  const { id } = await db.current().pack.create({ data: { siteId, sellerId, buyerId, createdAt } });
  return toId(id);
}

export function toOrder(row: Row): Order {
  return {
    ...row,
    id: toId(row.id),
    packId: row.packId === null ? null : toId(row.packId),
    sellerId: toId(row.sellerId),
    buyerId: toId(row.buyerId),
    unitPrice: row.unitPrice.toNumber(),
    shipmentId: row.shipmentId === null ? null : toId(row.shipmentId),
  };
}
