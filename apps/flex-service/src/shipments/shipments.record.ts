import { ShippedItem, shipmentOutcomes, UserAddress } from "@marketplace/contracts";
import { toId } from "@marketplace/database";
import type { Prisma } from "@marketplace/database/flex";
import { z } from "zod";
import { shipmentStatuses } from "./shipments.transitions.ts";

export const logisticTypes = [
  "drop_off",
  "xd_drop_off",
  "cross_docking",
  "self_service",
  "fulfillment",
  "default",
] as const;
export type LogisticType = (typeof logisticTypes)[number];

/** Seller or buyer as they were at the sale. */
const Party = z.object({
  country_id: z.string(),
  address: UserAddress.nullable(),
  name: z.string(),
  phone: z.string(),
});
export type Party = z.output<typeof Party>;

const Status = z.enum(shipmentStatuses);

/** A status and substatus that a shipment reached; `date` in ISO 8601 UTC. */
const HistoryEntry = z.object({ status: Status, substatus: z.string().nullable(), date: z.string() });
export type HistoryEntry = z.output<typeof HistoryEntry>;

/** A step that the sandbox takes at a time, ISO 8601 UTC. */
const PlanStep = z.object({ at: z.string(), status: Status, substatus: z.string().nullable() });
export type PlanStep = z.output<typeof PlanStep>;

/** A line of an order; demo data has no orders. */
const StoredItem = ShippedItem.extend({ order_id: z.int().nullable() });
export type StoredItem = z.output<typeof StoredItem>;

/** The columns whose types are narrower than those of Postgres. */
const Stored = z.object({
  status: Status,
  mode: z.enum(["me1", "me2"]),
  logisticType: z.enum(logisticTypes).nullable(),
  outcome: z.enum(shipmentOutcomes),
  history: z.array(HistoryEntry),
  plan: z.array(PlanStep),
  items: z.array(StoredItem),
  sender: Party.nullable(),
  receiver: Party.nullable(),
});

/** The present state of a row; numbers in place of the ids and amounts of Postgres. */
export function toShipment(row: Prisma.ShipmentGetPayload<object>) {
  const stored = Stored.parse(row);
  return {
    ...row,
    ...stored,
    id: toId(row.id),
    orderId: idOrNull(row.orderId),
    orderIds: row.orderIds.map(toId),
    cancelledOrderIds: row.cancelledOrderIds.map(toId),
    packId: idOrNull(row.packId),
    sellerId: toId(row.sellerId),
    buyerId: toId(row.buyerId),
    driverId: idOrNull(row.driverId),
    serviceId: idOrNull(row.serviceId),
    logisticType: stored.logisticType ?? (row.selfService ? "self_service" : "drop_off"),
    cost: row.cost?.toNumber() ?? null,
    listCost: row.listCost?.toNumber() ?? null,
  };
}

/** The shipment of orders; `selfService` says that it goes by Flex. `orderId` is null in demo data. */
export type Shipment = ReturnType<typeof toShipment>;

/** A shipment before it is stored. Fields that are left out are empty. */
export type NewShipment = Pick<
  Shipment,
  "orderId" | "siteId" | "sellerId" | "buyerId" | "selfService" | "status" | "createdAt" | "updatedAt"
> &
  Partial<Shipment>;

const idOrNull = (id: bigint | null) => (id === null ? null : toId(id));

const bigOrNull = (id: number | null | undefined) => (id === null || id === undefined ? null : BigInt(id));

/** The columns of a shipment; JSON that is absent keeps what the database has, or its default. */
export const toColumns = ({ id: _, ...shipment }: NewShipment) => ({
  ...shipment,
  orderId: bigOrNull(shipment.orderId),
  orderIds: (shipment.orderIds ?? (shipment.orderId === null ? [] : [shipment.orderId])).map(BigInt),
  cancelledOrderIds: (shipment.cancelledOrderIds ?? []).map(BigInt),
  packId: bigOrNull(shipment.packId),
  sellerId: BigInt(shipment.sellerId),
  buyerId: BigInt(shipment.buyerId),
  driverId: bigOrNull(shipment.driverId),
  serviceId: bigOrNull(shipment.serviceId),
  sender: shipment.sender ?? undefined,
  receiver: shipment.receiver ?? undefined,
  nextStepAt: shipment.plan?.[0] ? new Date(shipment.plan[0].at) : null,
});
