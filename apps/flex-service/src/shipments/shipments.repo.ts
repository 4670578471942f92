import type { FlexDatabase } from "@marketplace/database/flex";
import type { DueRange, DueRow } from "@marketplace/server";
import { type NewShipment, type Shipment, toColumns, toShipment } from "./shipments.record.ts";

export type { NewShipment, Shipment } from "./shipments.record.ts";

/** The kind of advisory lock that creating shipments of a pack takes. */
const packLock = 1;

// The condition of the index shipments_open_of_pack.
const openOfPack = `SELECT id FROM shipments WHERE pack_id = $1 AND mode = $2 AND logistic_type = $3
    AND status IN ('pending', 'handling', 'ready_to_ship')
    AND (substatus IS NULL OR substatus NOT IN ('dropped_off', 'picked_up', 'in_hub'))
  ORDER BY id LIMIT 1`;

/** A place in the shipments by when their next steps are due. */
export interface StepPlace {
  at: Date;
  id: number;
}

interface DueShipment {
  place: StepPlace;
  shipment: Shipment;
}

/** Many are due at one moment: the start of a delivery range. */
export const nextDue = `SELECT id, next_step_at AS at FROM shipments
  WHERE next_step_at <= $1 AND (next_step_at, id) > ($2, $3)
  ORDER BY next_step_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const beforeFirst: StepPlace = { at: new Date(0), id: 0 };

export type ShipmentsRepo = ReturnType<typeof createShipmentsRepo>;

/** The shipments table. */
export function createShipmentsRepo(db: FlexDatabase) {
  const table = () => db.current().shipment;
  const find = async (id: number): Promise<Shipment | null> => {
    const row = await table().findUnique({ where: { id: BigInt(id) } });
    return row && toShipment(row);
  };
  const ofOrders = async (orderIds: readonly number[]): Promise<Shipment | null> => {
    const ids = orderIds.map(BigInt);
    // A release before this one, which may still run, does not write order_ids.
    const row = await table().findFirst({
      where: { OR: [{ orderIds: { hasSome: ids } }, { orderId: { in: ids } }] },
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
    /** The next shipment behind a place that has a step to take, if no other transaction has it, locked. */
    async lockDue(now: Date, { at, id } = beforeFirst): Promise<DueShipment | null> {
      const [place] = await db.query<StepPlace>(nextDue, [now, at, id]);
      const shipment = place ? await find(place.id) : null;
      return place && shipment ? { place, shipment } : null;
    },
    /** The steps of a range, the next one of each shipment. */
    stepsDue: ({ after, until, limit }: DueRange) =>
      db.query<DueRow>(
        `SELECT next_step_at AS at, '/shipments/' || id AS id FROM shipments
         WHERE next_step_at > $1 AND next_step_at <= $2 ORDER BY next_step_at, id::text COLLATE "C" LIMIT $3`,
        [after, until, limit],
      ),
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
    ofOrder: (orderId: number) => ofOrders([orderId]),
    /** The shipment that has any of the orders, the oldest of several. */
    ofOrders,
    /** Makes who creates a shipment for the pack wait for the others who do, until their transactions end. */
    async lockPack(packId: number): Promise<void> {
      await db.execute("SELECT pg_advisory_xact_lock($1::int, hashtext($2))", [packLock, String(packId)]);
    },
    /** A shipment of the same pack, mode and logistic type that has not left the seller. */
    async openOfPack({
      packId,
      mode,
      logisticType,
    }: Pick<NewShipment, "packId" | "mode" | "logisticType">): Promise<Shipment | null> {
      if (!packId || !logisticType) return null;
      const [found] = await db.query<{ id: number }>(openOfPack, [packId, mode ?? "me2", logisticType]);
      return found ? find(found.id) : null;
    },
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
