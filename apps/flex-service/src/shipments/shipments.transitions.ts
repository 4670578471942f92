import { substatusesOfShipments } from "@marketplace/contracts";

/** The statuses that a shipment can have. */
export const shipmentStatuses = [
  "pending",
  "handling",
  "ready_to_ship",
  "shipped",
  "delivered",
  "not_delivered",
  "cancelled",
] as const;
export type ShipmentStatus = (typeof shipmentStatuses)[number];

/**
 * The life of a shipment (commerce 3.2). It is canceled before it leaves or not at all; its substatus may
 * change freely among those of its status.
 */
const next: Readonly<Record<ShipmentStatus, readonly ShipmentStatus[]>> = {
  pending: ["handling", "ready_to_ship", "cancelled"],
  handling: ["ready_to_ship", "cancelled"],
  ready_to_ship: ["shipped", "cancelled"],
  shipped: ["delivered", "not_delivered"],
  delivered: [],
  not_delivered: [],
  cancelled: [],
};

/** Whether a shipment may go from one status to another, or keep the one it has. */
export const canGo = (from: ShipmentStatus, to: ShipmentStatus): boolean =>
  from === to || next[from].includes(to);

/** Whether the status has this substatus. No substatus is always allowed. */
export const hasSubstatus = (status: ShipmentStatus, substatus: string | null): boolean =>
  substatus === null || substatusesOfShipments[status].includes(substatus);

/** Whether it has not left yet, so that it can still be canceled. */
export const isBeforeLeaving = (status: ShipmentStatus): boolean => canGo(status, "cancelled");
