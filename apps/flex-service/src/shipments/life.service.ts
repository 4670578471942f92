import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { moved } from "./movement.rules.ts";
import { arrivalOf, planOf } from "./plan.rules.ts";
import type { Shipment } from "./shipments.record.ts";
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
 * at once: each takes shipments that no other has. A clock that was set back only makes them wait.
 */
export async function takeDueSteps(deps: Deps, signal?: AbortSignal): Promise<number> {
  for (let count = 0; ; count += 1) {
    const taken = signal?.aborted ? null : await takeStepsOfNext(deps);
    if (!taken) return count;
    await tellOrders(taken, deps);
  }
}

/** Takes all steps of one shipment that are due, each with its event; null when nothing is due. */
function takeStepsOfNext(deps: Deps): Promise<Shipment | null> {
  return deps.transaction(async () => {
    const now = deps.clock.now();
    let shipment = await deps.shipments.lockDue(now);
    if (!shipment) return null;
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
  });
}
