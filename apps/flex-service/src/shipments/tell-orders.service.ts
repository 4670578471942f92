import { countOutages, forEachRow } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import type { Shipment } from "./shipments.record.ts";

/**
 * Tells orders-service where a shipment is, after the commit, unless it was away for the site. A job tells it
 * what it does not hear of here.
 */
export async function tellOrders(shipment: Shipment, deps: Deps, outages = countOutages()): Promise<void> {
  const { orderId, toldVersion, version, siteId } = shipment;
  if (orderId === null || toldVersion >= version || outages.isAway(siteId)) return;
  await outages
    .counted(siteId, () => tell(shipment, deps))
    .catch((err: unknown) => warnOf(deps, err, shipment));
}

const warnOf = ({ log }: Deps, err: unknown, { id }: Shipment): void =>
  log.warn({ err, shipmentId: id }, "orders-service is told of a shipment later");

async function tell(shipment: Shipment, { orders, shipments }: Deps): Promise<void> {
  const { id, status, substatus, version, updatedAt } = shipment;
  const order_ids = concernedBy(shipment);
  if (order_ids.length > 0)
    await orders.shipmentMoved({
      order_ids,
      shipment_id: id,
      status,
      substatus,
      version,
      at: updatedAt.toISOString(),
    });
  await shipments.told(id, version);
}

/** An order that was taken out of its shipment does not follow its way. */
function concernedBy({ orderId, orderIds, cancelledOrderIds, status }: Shipment): number[] {
  // Rows that a release before this one writes have no order_ids.
  const all = orderIds.length === 0 && orderId !== null ? [orderId] : orderIds;
  return status === "cancelled" ? all : all.filter((id) => !cancelledOrderIds.includes(id));
}

const pageSize = 50;

/** Tells of shipments that orders-service does not know yet as they are, and gives their number. */
export const tellUntold = (deps: Deps, signal?: AbortSignal): Promise<number> =>
  forEachRow({
    page: (last?: Shipment) => deps.shipments.untold(last?.id ?? 0, pageSize),
    work: (shipment) => tell(shipment, deps),
    failed: (err, shipment) => warnOf(deps, err, shipment),
    place: ({ siteId }) => siteId,
    signal,
  });
