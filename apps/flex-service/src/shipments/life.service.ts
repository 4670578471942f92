import type { Caller } from "@marketplace/conventions";
import { countOutages, type DuePlace, firstPlace, type Outages, takeDueBatches } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { moved } from "./movement.rules.ts";
import { arrivalOf, planOf } from "./plan.rules.ts";
import type { Shipment } from "./shipments.record.ts";
import type { StepPlace } from "./shipments.repo.ts";
import { lockToMove, readShipment, recordChange, saveMoved } from "./shipments.service.ts";
import { scheduleOf } from "./surroundings.service.ts";
import { tellOrders } from "./tell-orders.service.ts";

/** Ends manufacturing: the shipment goes on as one that is paid now. */
export async function readyToShip(id: number, caller: Caller, deps: Deps): Promise<void> {
  const { siteId, sellerId, logisticType, outcome } = await readShipment(id, caller, deps);
  const now = deps.clock.now();
  const schedule = await scheduleOf({ siteId, sellerId, logisticType, from: now }, deps);
  const saved = await deps.transaction(async () => {
    const present = await lockToMove(id, caller, deps);
    if (present.mode !== "me2") throw problems.invalid_shipment_mode({ id });
    if (present.status !== "pending" && present.status !== "handling")
      throw problems.shipment_transition({ from: present.status, to: "ready_to_ship" });
    const handled = moved(present, { status: "handling", substatus: null }, now);
    const ready = moved(handled, { status: "ready_to_ship", substatus: "ready_to_print" }, now);
    const from = schedule.begins;
    return saveMoved(
      {
        ...ready,
        plan: planOf({ logisticType, outcome, from }),
        handlingLimitAt: schedule.handlingLimit,
        deliveryLimitAt: arrivalOf({ logisticType, from }),
      },
      deps,
    );
  });
  await tellOrders(saved, deps);
}

/**
 * Takes the steps that are due and gives the number of shipments that moved. Any number of replicas may do so
 * at once: each takes shipments that no other has. A clock that was set back only makes them wait. A
 * shipment whose steps fail waits for a later run, and the others go on.
 */
export async function takeDueSteps(
  deps: Deps,
  signal?: AbortSignal,
  place: DuePlace<StepPlace> = firstPlace(),
): Promise<number> {
  const outages = countOutages();
  return takeDueBatches(place, (after) => takeStepsOfNext(after, deps, outages), signal);
}

/** Takes the due steps of the next shipment, and tells orders-service, whose `outages` are of this run. */
async function takeStepsOfNext(after: StepPlace | undefined, deps: Deps, outages: Outages) {
  let next: StepPlace | undefined;
  let taken: Shipment | null;
  try {
    taken = await deps.transaction(async () => {
      const now = deps.clock.now();
      const due = await deps.shipments.lockDue(now, after);
      next = due?.place;
      return due && takeSteps(due.shipment, now, deps);
    });
  } catch (err) {
    if (next === undefined) throw err;
    deps.log.warn({ err, shipmentId: next.id }, "a shipment takes its steps later");
    return { done: 0, failed: 1, next };
  }
  if (taken) await tellOrders(taken, deps, outages);
  return { done: taken ? 1 : 0, failed: 0, next };
}

/** Takes all steps of a locked shipment that are due, each with its event. */
async function takeSteps(locked: Shipment, now: Date, deps: Deps): Promise<Shipment> {
  let shipment = locked;
  const due = shipment.plan.filter(({ at }) => new Date(at) <= now);
  for (const { at, ...state } of due) {
    // Its label may have been read after the step was due.
    const reached = new Date(Math.max(Date.parse(at), shipment.updatedAt.getTime()));
    shipment = moved(shipment, state, reached);
    await recordChange(shipment, deps);
  }
  const left = { ...shipment, plan: shipment.plan.slice(due.length) };
  await deps.shipments.save(left);
  return left;
}
