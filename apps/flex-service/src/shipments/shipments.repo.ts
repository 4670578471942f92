import type { FlexDatabase } from "@marketplace/database/flex";
import { type NewShipment, type Shipment, toColumns, toShipment } from "./shipments.record.ts";

export type { NewShipment, Shipment } from "./shipments.record.ts";

export type ShipmentsRepo = ReturnType<typeof createShipmentsRepo>;

/** The shipments table. */
export function createShipmentsRepo(db: FlexDatabase) {
  const table = () => db.current().shipment;
  const find = async (id: number): Promise<Shipment | null> => {
    const row = await table().findUnique({ where: { id: BigInt(id) } });
    return row && toShipment(row);
  };
  const ofOrder = async (orderId: number): Promise<Shipment | null> => {
    const id = BigInt(orderId);
    // A release before this one, which may still run, does not write order_ids.
    const row = await table().findFirst({
      where: { OR: [{ orderIds: { has: id } }, { orderId: id }] },
      orderBy: { id: "asc" },
    });
    return row && toShipment(row);
  };
  return {
    find,
    /** The shipments that exist, in no particular order. */
    async findAll(ids: readonly number[]): Promise<Shipment[]> {
      const rows = await table().findMany({ where: { id: { in: ids.map(BigInt) } } });
      return rows.map(toShipment);
    },
    /** The shipment, locked until the current transaction ends. */
    async lock(id: number): Promise<Shipment | null> {
      await db.query("SELECT FROM shipments WHERE id = $1 FOR UPDATE", [id]);
      return find(id);
    },
    /** The shipment whose next step has waited longest, if no other transaction has it, locked. */
    async lockDue(now: Date): Promise<Shipment | null> {
      const [due] = await db.query<{ id: number }>(
        `SELECT id FROM shipments WHERE next_step_at <= $1
         ORDER BY next_step_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [now],
      );
      return due ? find(due.id) : null;
    },
    /** Shipments of which orders-service has not been told as they are, from an id on. */
    async untold(afterId: number, limit: number): Promise<Shipment[]> {
      const rows = await db.query<{ id: number }>(
        `SELECT id FROM shipments WHERE told_version < version AND order_id IS NOT NULL AND id > $1
         ORDER BY id LIMIT $2`,
        [afterId, limit],
      );
      const ids = rows.map(({ id }) => BigInt(id));
      const found = ids.length === 0 ? [] : await table().findMany({ where: { id: { in: ids } } });
      return found.map(toShipment).toSorted((a, b) => a.id - b.id);
    },
    /** Orders-service knows this version. */
    async told(id: number, version: number): Promise<void> {
      await db.execute("UPDATE shipments SET told_version = greatest(told_version, $2) WHERE id = $1", [
        id,
        version,
      ]);
    },
    /** The shipment that the order shares or has alone. */
    ofOrder,
    /** Adds a shipment; null when its order has one already. */
    async add(shipment: NewShipment): Promise<Shipment | null> {
      const [row] = await table().createManyAndReturn({
        data: [toColumns(shipment)],
        skipDuplicates: true,
      });
      return row ? toShipment(row) : null;
    },
    async save(shipment: Shipment): Promise<void> {
      const { toldVersion: _, ...columns } = toColumns(shipment);
      await table().update({ where: { id: BigInt(shipment.id) }, data: columns });
    },
  };
}
