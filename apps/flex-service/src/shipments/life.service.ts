import type { Caller } from "@marketplace/conventions";
import { countOutages } from "@marketplace/server";
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

/** After so many failures in a row no shipment can take a step, it seems: the run ends. */
const mostFailures = 1_000;

/**
 * Takes the steps that are due and gives the number of shipments that moved. Any number of replicas may do so
 * at once: each takes shipments that no other has. A clock that was set back only makes them wait. A
 * shipment whose steps fail waits for the next run, and the others go on.
 */
export async function takeDueSteps(deps: Deps, signal?: AbortSignal): Promise<number> {
  const failed: number[] = [];
  const outages = countOutages();
  let count = 0;
  let failuresInARow = 0;
  while (!signal?.aborted && failuresInARow < mostFailures) {
    const taken = await takeStepsOfNext(deps, failed);
    if (taken === null) break;
    failuresInARow = taken === "failed" ? failuresInARow + 1 : 0;
    if (taken === "failed") continue;
    await tellOrders(taken, deps, outages);
    count += 1;
  }
  return count;
}

/** Takes the due steps of one shipment; null when none is due. Adds the id of one that fails to `failed`. */
async function takeStepsOfNext(deps: Deps, failed: number[]): Promise<Shipment | "failed" | null> {
  let id: number | undefined;
  try {
    return await deps.transaction(async () => {
      const now = deps.clock.now();
      const shipment = await deps.shipments.lockDue(now, failed);
      id = shipment?.id;
      return shipment && takeSteps(shipment, now, deps);
    });
  } catch (err) {
    if (id === undefined) throw err;
    deps.log.warn({ err, shipmentId: id }, "a shipment takes its steps later");
    failed.push(id);
    return "failed";
  }
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
