import { toId } from "@marketplace/database";
import type { FlexDatabase, Prisma } from "@marketplace/database/flex";
import { z } from "zod";
import { type ShipmentStatus, shipmentStatuses } from "./shipments.transitions.ts";

/** The shipment of an order; `selfService` says that it goes by Flex. */
export interface Shipment {
  id: number;
  /** Null for a shipment without an order (demo data). */
  orderId: number | null;
  siteId: string;
  sellerId: number;
  buyerId: number;
  selfService: boolean;
  status: ShipmentStatus;
  substatus: string | null;
  comments: string | null;
  createdAt: Date;
  updatedAt: Date;
  firstPrintedAt: Date | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  notDeliveredAt: Date | null;
  cancelledAt: Date | null;
  driverId: number | null;
}

/** A shipment before it is stored. Fields that are left out are empty. */
export type NewShipment = Pick<
  Shipment,
  "orderId" | "siteId" | "sellerId" | "buyerId" | "selfService" | "status" | "createdAt" | "updatedAt"
> &
  Partial<Shipment>;

const Status = z.enum(shipmentStatuses);

const toShipment = (row: Prisma.ShipmentGetPayload<object>): Shipment => ({
  ...row,
  id: toId(row.id),
  orderId: row.orderId === null ? null : toId(row.orderId),
  sellerId: toId(row.sellerId),
  buyerId: toId(row.buyerId),
  driverId: row.driverId === null ? null : toId(row.driverId),
  status: Status.parse(row.status),
});

const bigOrNull = (id: number | null | undefined) => (id === null || id === undefined ? null : BigInt(id));

const toColumns = ({ id: _, ...shipment }: NewShipment) => ({
  ...shipment,
  orderId: bigOrNull(shipment.orderId),
  sellerId: BigInt(shipment.sellerId),
  buyerId: BigInt(shipment.buyerId),
  driverId: bigOrNull(shipment.driverId),
});

export type ShipmentsRepo = ReturnType<typeof createShipmentsRepo>;

/** The shipments table. */
export function createShipmentsRepo(db: FlexDatabase) {
  const table = () => db.current().shipment;
  const find = async (id: number): Promise<Shipment | null> => {
    const row = await table().findUnique({ where: { id: BigInt(id) } });
    return row && toShipment(row);
  };
  return {
    find,
    /** The shipment, locked until the current transaction ends. */
    async lock(id: number): Promise<Shipment | null> {
      await db.query("SELECT FROM shipments WHERE id = $1 FOR UPDATE", [id]);
      return find(id);
    },
    async ofOrder(orderId: number): Promise<Shipment | null> {
      const row = await table().findUnique({ where: { orderId: BigInt(orderId) } });
      return row && toShipment(row);
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
      await table().update({ where: { id: BigInt(shipment.id) }, data: toColumns(shipment) });
    },
  };
}
