import type { FlexRpc } from "@marketplace/contracts";
import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { mayMove, mayRead } from "./shipments.policy.ts";
import type { Shipment } from "./shipments.repo.ts";
import { canGo, hasSubstatus, type ShipmentStatus } from "./shipments.transitions.ts";

type Order = Parameters<FlexRpc["createShipment"]>[0];

/** Creates an order's shipment and gives its id. Repetitions give the same id, also in parallel. */
export async function createShipment(order: Order, deps: Deps): Promise<number> {
  const { shipments, transaction, clock } = deps;
  const now = clock.now();
  return transaction(async () => {
    const added = await shipments.add({
      orderId: order.order_id,
      siteId: order.site_id,
      sellerId: order.seller_id,
      buyerId: order.buyer_id,
      selfService: order.self_service,
      status: "ready_to_ship",
      createdAt: now,
      updatedAt: now,
    });
    if (added) await recordChange(added, deps);
    const shipment = added ?? (await shipments.ofOrder(order.order_id));
    if (!shipment) throw new Error(`order ${order.order_id} has a shipment that cannot be read`);
    return shipment.id;
  });
}

/** The shipment if the caller may read it; otherwise 404, as if it did not exist. */
export async function readShipment(id: number, caller: Caller, { shipments }: Deps): Promise<Shipment> {
  const shipment = await shipments.find(id);
  if (!shipment || !mayRead(caller, shipment)) throw problems.shipment_not_found({ id });
  return shipment;
}

interface Move {
  id: number;
  status: ShipmentStatus;
  /** Undefined keeps the substatus while the status stays, and clears it when that changes. */
  substatus: string | null | undefined;
}

/** Moves a shipment. Repeating its status changes nothing and records no event. */
export async function moveShipment(move: Move, caller: Caller, deps: Deps): Promise<Shipment> {
  const { id, status } = move;
  return deps.transaction(async () => {
    const present = await deps.shipments.lock(id);
    if (!present || !mayRead(caller, present)) throw problems.shipment_not_found({ id });
    if (!mayMove(caller, present)) throw problems.not_the_sender();
    const stays = status === present.status;
    const substatus = move.substatus === undefined ? (stays ? present.substatus : null) : move.substatus;
    if (!hasSubstatus(status, substatus)) throw invalidSubstatus(status, String(substatus));
    if (!canGo(present.status, status))
      throw problems.shipment_transition({ from: present.status, to: status });
    if (stays && substatus === present.substatus) return present;
    const moved = {
      ...present,
      ...(!stays && datesOf(status, present, deps.clock.now())),
      status,
      substatus,
    };
    const saved = { ...moved, updatedAt: deps.clock.now() };
    await deps.shipments.save(saved);
    await recordChange(saved, deps);
    return saved;
  });
}

const invalidSubstatus = (status: ShipmentStatus, substatus: string) =>
  problems.invalid_substatus(
    { status, substatus },
    {
      cause: [
        { code: "invalid_value", message: `is no substatus of ${status}`, references: ["body.substatus"] },
      ],
    },
  );

/** The dates of a new status. A parcel does not leave without its label. */
function datesOf(status: ShipmentStatus, { firstPrintedAt }: Shipment, now: Date): Partial<Shipment> {
  if (status === "shipped") return { shippedAt: now, firstPrintedAt: firstPrintedAt ?? now };
  if (status === "delivered") return { deliveredAt: now };
  if (status === "not_delivered") return { notDeliveredAt: now };
  return { cancelledAt: now };
}

/** Records the event of a shipment that was created or changed, for its seller. */
export const recordChange = ({ id, sellerId, updatedAt }: Shipment, { outbox }: Deps): Promise<void> =>
  outbox.record({
    topic: "shipments",
    resource: `/shipments/${id}`,
    userId: sellerId,
    occurredAt: updatedAt,
  });
