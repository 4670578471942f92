import type { Caller, Problem } from "@marketplace/conventions";
import { atSite } from "@marketplace/sharding";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { type CompleteShipment, completed } from "../shipments/complete-shipment.service.ts";
import { hasLabel, moved } from "../shipments/movement.rules.ts";
import { trackingOf } from "../shipments/shipment-wire.rules.ts";
import { mayMove } from "../shipments/shipments.policy.ts";
import type { Shipment } from "../shipments/shipments.repo.ts";
import { recordChange } from "../shipments/shipments.service.ts";
import { tellOrders } from "../shipments/tell-orders.service.ts";
import { failedBecause } from "./failed-shipments.rules.ts";
import type { Labeled } from "./label-content.rules.ts";

/** Why a label cannot be read; undefined when it can (commerce 3.6). */
function obstacle(id: number, shipment: Shipment | undefined, caller: Caller): Problem | undefined {
  if (!shipment) return problems.shipment_not_found({ id });
  if (!mayMove(caller, shipment)) return problems.invalid_shipment_caller();
  if (shipment.mode !== "me2") return problems.invalid_shipment_mode({ id });
  if (!hasLabel(shipment)) return problems.invalid_shipment_ff_public({ id });
  return hasPrintableStatus(shipment) ? undefined : problems.not_printable_status();
}

const hasPrintableStatus = ({ status }: Shipment): boolean =>
  status === "ready_to_ship" || status === "shipped";

/**
 * The shipments whose labels can be printed, in the order that was asked for; the others are skipped, unless
 * there is none. With `marks`, the first reading prints a label.
 */
export async function printLabels(
  { ids, marks }: { ids: readonly number[]; marks: boolean },
  caller: Caller,
  deps: Deps,
): Promise<Labeled[]> {
  const found = new Map(
    (await deps.everywhere.shipments.findAll(ids)).map((shipment) => [shipment.id, shipment]),
  );
  const obstacleOf = (id: number) => obstacle(id, found.get(id), caller);
  const printable = () => ids.flatMap((id) => (obstacleOf(id) ? [] : (found.get(id) ?? [])));
  if (marks)
    for (const shipment of printable())
      found.set(shipment.id, await atSite(deps, shipment.id, (of) => printOnce(shipment, of)));
  // What was canceled meanwhile has no label any more.
  const shipments = printable();
  if (shipments.length === 0) throw refusal(new Map(ids.map((id) => [id, obstacleOf(id)])), found);
  return Promise.all(shipments.map(async (shipment) => labeled(await completed(shipment, deps))));
}

const labeled = (shipment: CompleteShipment): Labeled => ({
  shipment,
  trackingNumber: trackingOf(shipment).number ?? String(shipment.id),
});

/** Statuses that are in the way, with their shipments; else the problem of the first one. */
function refusal(
  obstacles: ReadonlyMap<number, Problem | undefined>,
  found: ReadonlyMap<number, Shipment>,
): Problem {
  const [first] = obstacles.values();
  if (!first) throw new Error("no shipment was asked for");
  const unprintable = [...obstacles].flatMap(([id, problem]) =>
    problem?.key === problems.not_printable_status.key ? (found.get(id) ?? []) : [],
  );
  return unprintable.length > 0 ? failedBecause(problems.not_printable_status(), unprintable) : first;
}

/** Marks a label as printed, once: of two readers at the same time one does. */
async function printOnce(shipment: Shipment, deps: Deps): Promise<Shipment> {
  if (shipment.firstPrintedAt) return shipment;
  const printed = await deps.transaction(async () => {
    const present = await deps.shipments.lock(shipment.id);
    if (!present) throw problems.shipment_not_found({ id: shipment.id });
    if (present.firstPrintedAt || !hasPrintableStatus(present)) return present;
    const now = deps.clock.now();
    const marked = { ...present, firstPrintedAt: now, updatedAt: now };
    const waits = present.substatus === null || present.substatus === "ready_to_print";
    if (present.status !== "ready_to_ship" || !waits) {
      await deps.shipments.save(marked);
      return marked;
    }
    const saved = moved(marked, { status: "ready_to_ship", substatus: "printed" }, now);
    await deps.shipments.save(saved);
    await recordChange(saved, deps);
    return saved;
  });
  await tellOrders(printed, deps);
  return printed;
}
