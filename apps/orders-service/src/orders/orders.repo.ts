import { type Change, RowsMissing, toId } from "@marketplace/database";
import type { OrdersDatabase, Prisma } from "@marketplace/database/orders";

type Row = Prisma.OrderGetPayload<object>;
type Converted = "id" | "packId" | "sellerId" | "buyerId" | "variationId" | "unitPrice" | "shipmentId";

/** One item that was bought: its row, with numbers. */
export interface Order extends Omit<Row, Converted> {
  id: number;
  packId: number | null;
  sellerId: number;
  buyerId: number;
  variationId: number | null;
  unitPrice: number;
  shipmentId: number | null;
}

/** An order before it has an id, a pack and a shipment. */
export type NewOrder = Omit<Order, "id" | "packId" | "shipmentId">;

const shipped = "UPDATE orders SET shipment_id = $2 WHERE id = $1 AND shipment_id IS NULL RETURNING id";

export type OrdersRepo = ReturnType<typeof createOrdersRepo>;

/** Orders and packs in Postgres. Every call takes part in the ambient transaction. */
export function createOrdersRepo(db: OrdersDatabase) {
  return {
    async find(id: number): Promise<Order | undefined> {
      const row = await db.current().order.findUnique({ where: { id } });
      return row ? toOrder(row) : undefined;
    },
    /** Adds orders of one seller, in this order. Several orders, or `packed` ones, get a new pack. */
    async add(orders: readonly NewOrder[], { packed = orders.length > 1 } = {}): Promise<Order[]> {
      const [first] = orders;
      if (!first) return [];
      const packId = packed ? await addPack(db, first) : null;
      const data = orders.map((order) => ({ ...order, packId }));
      // Postgres returns the rows of one INSERT in their order.
      return (await db.current().order.createManyAndReturn({ data })).map(toOrder);
    },
    /** Sets the shipment and makes the changes that go with it; neither when the order has a shipment. */
    async setShipment(id: number, shipmentId: number, changes: readonly Change[]): Promise<void> {
      try {
        await db.change([{ statement: shipped, values: [id, shipmentId], rows: 1 }, ...changes]);
      } catch (error) {
        if (!(error instanceof RowsMissing)) throw error;
      }
    },
    /** Orders without a shipment, made before that time or after `now`; the oldest first. */
    async withoutShipment({ before, now }: { before: Date; now: Date }, limit: number): Promise<Order[]> {
      // An order of the future was made before the clock was set back.
      const where = { shipmentId: null, OR: [{ createdAt: { lt: before } }, { createdAt: { gt: now } }] };
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

function toOrder(row: Row): Order {
  return {
    ...row,
    id: toId(row.id),
    packId: row.packId === null ? null : toId(row.packId),
    sellerId: toId(row.sellerId),
    buyerId: toId(row.buyerId),
    variationId: row.variationId === null ? null : toId(row.variationId),
    unitPrice: row.unitPrice.toNumber(),
    shipmentId: row.shipmentId === null ? null : toId(row.shipmentId),
  };
}
