import { isParty } from "@marketplace/contracts";
import { type Caller, isOperator } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { moved } from "./movement.rules.ts";
import { arrivalOf } from "./plan.rules.ts";
import { mayMove, mayRead } from "./shipments.policy.ts";
import type { Shipment } from "./shipments.repo.ts";
import { canGo, hasSubstatus, type ShipmentStatus } from "./shipments.transitions.ts";
import { scheduleOf } from "./surroundings.service.ts";
import { tellOrders } from "./tell-orders.service.ts";

/** The shipment, for those who may read it. */
export async function readShipment(id: number, caller: Caller, { shipments }: Deps): Promise<Shipment> {
  return readable(id, await shipments.find(id), caller);
}

/**
 * The shipment of an order, for those who may read the order; `undefined` while it has none: then
 * orders-service knows whose it is.
 */
export async function shipmentOfOrder(
  orderId: number,
  caller: Caller,
  { everywhere, orders }: Deps,
): Promise<Shipment | undefined> {
  const found = (await everywhere.shipments.ofOrder(orderId)) ?? undefined;
  if (found) {
    if (!mayRead(caller, found)) throw problems.not_owned_order();
    return found;
  }
  const order = await orders.pack({ pack_id: orderId });
  if (!order) throw problems.order_not_found();
  const isTheirs = isParty({ sellerId: order.seller_id, buyerId: order.buyer_id }, caller.userId);
  if (!isTheirs && !isOperator(caller)) throw problems.not_owned_order();
  return undefined;
}

/** The shipment, locked until the transaction ends, for those who may move it. */
export async function lockToMove(id: number, caller: Caller, { shipments }: Deps): Promise<Shipment> {
  const shipment = readable(id, await shipments.lock(id), caller);
  if (!mayMove(caller, shipment)) throw problems.not_the_sender();
  return shipment;
}

function readable(id: number, shipment: Shipment | null, caller: Caller): Shipment {
  if (!shipment) throw problems.shipment_not_found({ id });
  if (!mayRead(caller, shipment)) throw problems.not_a_party({ id });
  return shipment;
}

interface Move {
  id: number;
  status: ShipmentStatus;
  /** Undefined keeps the substatus while the status stays, and clears it when that changes. */
  substatus: string | null | undefined;
}

/** Moves a shipment by hand, which ends its plan. Repeating its state changes and records nothing. */
export async function moveShipment(move: Move, caller: Caller, deps: Deps): Promise<Shipment> {
  const { id, status } = move;
  const made = await deadlinesOfMade(id, deps);
  const saved = await deps.transaction(async () => {
    const present = await lockToMove(id, caller, deps);
    const stays = status === present.status;
    const substatus = move.substatus === undefined ? (stays ? present.substatus : null) : move.substatus;
    if (!hasSubstatus(status, substatus)) throw invalidSubstatus(status, String(substatus));
    if (!canGo(present.status, status))
      throw problems.shipment_transition({ from: present.status, to: status });
    if (stays && substatus === present.substatus) return present;
    if (stays) assertRoomInHistory(present);
    const reached = moved(present, { status, substatus }, deps.clock.now());
    return saveMoved({ ...reached, ...(isBeingMade(present) && !stays && made), plan: [] }, deps);
  });
  await tellOrders(saved, deps);
  return saved;
}

const isBeingMade = ({ status, substatus }: Shipment): boolean =>
  status === "pending" && substatus === "manufacturing";

/** The deadlines of what is being made count from when the seller has made it, not from the payment. */
async function deadlinesOfMade(id: number, deps: Deps): Promise<Partial<Shipment> | undefined> {
  const present = await deps.shipments.find(id);
  if (!present || !isBeingMade(present)) return undefined;
  const { siteId, sellerId, logisticType } = present;
  const schedule = await scheduleOf({ siteId, sellerId, logisticType, from: deps.clock.now() }, deps);
  return {
    handlingLimitAt: schedule.handlingLimit,
    deliveryLimitAt: arrivalOf({ logisticType, from: schedule.begins }),
  };
}

/** Statuses are few, but substatuses can change for ever, and each is in the history. */
const maxHistoryEntries = 200;

/** For a substatus within its status: a shipment can still go on to its end. */
export function assertRoomInHistory({ id, history }: Shipment): void {
  if (history.length >= maxHistoryEntries) throw problems.too_many_moves({ id });
}

export const invalidSubstatus = (status: ShipmentStatus, substatus: string) =>
  problems.invalid_substatus(
    { status, substatus },
    {
      cause: [
        { code: "invalid_value", message: `is no substatus of ${status}`, references: ["body.substatus"] },
      ],
    },
  );

/** Stores a shipment in another state, with the event of it. */
export async function saveMoved(shipment: Shipment, deps: Deps): Promise<Shipment> {
  await deps.shipments.save(shipment);
  await recordChange(shipment, deps);
  return shipment;
}

/** Records the event of a shipment that was created or changed, for its seller. */
export const recordChange = ({ id, sellerId, updatedAt }: Shipment, { outbox }: Deps): Promise<void> =>
  outbox.record({
    topic: "shipments",
    resource: `/shipments/${id}`,
    userId: sellerId,
    occurredAt: updatedAt,
  });
