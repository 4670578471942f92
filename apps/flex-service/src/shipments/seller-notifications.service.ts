import { type Caller, platformTimestamp } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { moved, type State } from "./movement.rules.ts";
import type { Shipment } from "./shipments.record.ts";
import { assertRoomInHistory, invalidSubstatus, lockToMove, saveMoved } from "./shipments.service.ts";
import { canGo, hasSubstatus } from "./shipments.transitions.ts";
import { tellOrders } from "./tell-orders.service.ts";

/** What a seller tells of a shipment that their own carrier has; undefined keeps what is known. */
export interface Told extends State {
  trackingNumber: string | null | undefined;
  trackingUrl: string | null | undefined;
  serviceId: number | null | undefined;
  comments: string | null | undefined;
  /** When it happened. */
  at: Date;
}

/** Stores what the seller tells of a shipment by ME1. */
export async function notifyOfShipment(
  id: number,
  { status, substatus, at, ...told }: Told,
  { caller, deps }: { caller: Caller; deps: Deps },
): Promise<void> {
  const saved = await deps.transaction(async () => {
    const present = await lockToMove(id, caller, deps);
    if (present.mode !== "me1") throw problems.invalid_shipment_mode({ id });
    if (!hasSubstatus(status, substatus)) throw invalidSubstatus(status, String(substatus));
    const now = deps.clock.now();
    const known = { ...present, ...definedOf(told), updatedAt: now };
    if (status === present.status && substatus !== present.substatus) assertRoomInHistory(present);
    const reached = walkTo(known, { status, substatus }, momentOf(at, present, now));
    if (reached.version > present.version) return saveMoved({ ...reached, updatedAt: now }, deps);
    await deps.shipments.save(known);
    return known;
  });
  await tellOrders(saved, deps);
}

/** Clients round to the minute. */
const roundingMs = 60_000;
/** Clients' clocks are wrong by hours when they mistake a time zone. */
const aheadMs = 24 * 3_600_000;

/** When it happened: after the last status that was reached, and not in the future. */
function momentOf(told: Date, { history, createdAt }: Shipment, now: Date): Date {
  const last = Math.max(createdAt.getTime(), ...history.map(({ date }) => Date.parse(date)));
  const at = told.getTime();
  if (at < last - roundingMs || at > now.getTime() + aheadMs) throw outOfRange(new Date(last), now);
  return new Date(Math.min(Math.max(at, last), now.getTime()));
}

const outOfRange = (from: Date, to: Date) =>
  problems.date_out_of_range({
    cause: [
      {
        code: "invalid_value",
        message: `must be between ${platformTimestamp(from)} and ${platformTimestamp(to)}`,
        references: ["body.payload.date"],
      },
    ],
  });

/** Moves it to the state; a seller who tells that it was shipped need not tell first that it was ready. */
function walkTo(shipment: Shipment, state: State, at: Date): Shipment {
  if (canGo(shipment.status, state.status)) return moved(shipment, state, at);
  const ready = { status: "ready_to_ship", substatus: null } as const;
  if (!canGo(shipment.status, ready.status) || !canGo(ready.status, state.status))
    throw problems.shipment_transition({ from: shipment.status, to: state.status });
  return moved(moved(shipment, ready, at), state, at);
}

type Known = Pick<Shipment, "trackingNumber" | "trackingUrl" | "serviceId" | "comments">;

/** What was told, without what was left out. */
const definedOf = (told: { [K in keyof Known]: Known[K] | undefined }): Partial<Known> => ({
  ...(told.trackingNumber !== undefined && { trackingNumber: told.trackingNumber }),
  ...(told.trackingUrl !== undefined && { trackingUrl: told.trackingUrl }),
  ...(told.serviceId !== undefined && { serviceId: told.serviceId }),
  ...(told.comments !== undefined && { comments: told.comments }),
});
