import type { HistoryEntry, Shipment } from "./shipments.record.ts";

/** A status with a substatus of it. */
export type State = Pick<HistoryEntry, "status" | "substatus">;

/** The shipment after it reached a state at a time: its dates, its history and its version with it. */
export function moved(shipment: Shipment, { status, substatus }: State, at: Date): Shipment {
  if (status === shipment.status && substatus === shipment.substatus) return shipment;
  return {
    ...shipment,
    ...(status !== shipment.status && datesOfStatus(status, shipment, at)),
    ...datesOfSubstatus(substatus, shipment, at),
    status,
    substatus,
    history: [...shipment.history, { status, substatus, date: at.toISOString() }],
    version: shipment.version + 1,
    updatedAt: at,
  };
}

/** The carrier of me1 and the platform's warehouse have labels of their own. */
export const hasLabel = ({ mode, logisticType }: Pick<Shipment, "mode" | "logisticType">): boolean =>
  mode === "me2" && logisticType !== "fulfillment";

/** The dates of a new status. A parcel does not leave without its label. */
function datesOfStatus(status: State["status"], shipment: Shipment, at: Date): Partial<Shipment> {
  const { firstPrintedAt, firstVisitAt } = shipment;
  if (status === "handling") return { handlingAt: at };
  if (status === "ready_to_ship") return { readyToShipAt: at };
  if (status === "shipped")
    return { shippedAt: at, firstPrintedAt: firstPrintedAt ?? (hasLabel(shipment) ? at : null) };
  if (status === "delivered") return { deliveredAt: at, firstVisitAt: firstVisitAt ?? at };
  if (status === "not_delivered") return { notDeliveredAt: at };
  return { cancelledAt: at };
}

/** The carrier stood at the door and found nobody, or was sent away; or the parcel is back. */
function datesOfSubstatus(
  substatus: State["substatus"],
  { firstVisitAt }: Shipment,
  at: Date,
): Partial<Shipment> {
  if (substatus === "returned") return { returnedAt: at };
  if (substatus === "receiver_absent" || substatus === "refused_delivery")
    return { firstVisitAt: firstVisitAt ?? at };
  return {};
}
