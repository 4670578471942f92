export const shipmentStatuses = [
  "ready_to_ship",
  "shipped",
  "delivered",
  "not_delivered",
  "cancelled",
] as const;
export type ShipmentStatus = (typeof shipmentStatuses)[number];

interface State {
  next: readonly ShipmentStatus[];
  substatuses: readonly string[];
}

/**
 * The life of a shipment (decisions 6.8) with the substatuses of each status (spec: Shipment status and
 * substatus). It is cancelled before it leaves or not at all; while it is on its way its substatus may change
 * freely.
 */
const states: Readonly<Record<ShipmentStatus, State>> = {
  ready_to_ship: { next: ["shipped", "cancelled"], substatuses: [] },
  shipped: {
    next: ["delivered", "not_delivered"],
    substatuses: [
      "out_for_delivery",
      "soon_deliver",
      "bad_address",
      "receiver_absent",
      "buyer_rescheduled",
      "delivery_blocked",
      "waiting_for_confirmation",
    ],
  },
  delivered: { next: [], substatuses: [] },
  not_delivered: { next: [], substatuses: ["refused_delivery"] },
  cancelled: { next: [], substatuses: [] },
};

/** Whether a shipment may go from one status to another, or keep the one it has. */
export const canGo = (from: ShipmentStatus, to: ShipmentStatus): boolean =>
  from === to || states[from].next.includes(to);

/** Whether the status has this substatus. No substatus is always allowed. */
export const hasSubstatus = (status: ShipmentStatus, substatus: string | null): boolean =>
  substatus === null || states[status].substatuses.includes(substatus);
