import { substatusesOfShipments } from "@marketplace/contracts";
import { expect, test } from "vitest";
import { canGo, hasSubstatus, shipmentStatuses } from "./shipments.transitions.ts";

test("a shipment moves only as its life allows", () => {
  const moves = shipmentStatuses.flatMap((from) =>
    shipmentStatuses.filter((to) => from !== to && canGo(from, to)).map((to) => `${from} > ${to}`),
  );
  expect(moves).toEqual([
    "pending > handling",
    "pending > ready_to_ship",
    "pending > cancelled",
    "handling > ready_to_ship",
    "handling > cancelled",
    "ready_to_ship > shipped",
    "ready_to_ship > cancelled",
    "shipped > delivered",
    "shipped > not_delivered",
  ]);
});

/** The substatuses met here (commerce 3.2). */
const met = {
  pending: "manufacturing buffered waiting_for_payment",
  handling: "waiting_for_label_generation invoice_pending regenerating",
  ready_to_ship:
    "ready_to_print printed invoice_pending dropped_off picked_up in_hub in_warehouse packed ready_for_pickup delayed stale",
  shipped:
    "out_for_delivery soon_deliver receiver_absent bad_address buyer_rescheduled delivery_blocked waiting_for_confirmation refused_delivery waiting_for_withdrawal delayed dangerous_area",
  delivered: "inferred fulfilled_feedback damaged",
  not_delivered:
    "refused_delivery returning_to_sender returned receiver_absent lost stolen damaged destroyed",
  cancelled: "closed_by_user cancelled_manually pack_splitted label_expired fraudulent",
} as const;

test.each(shipmentStatuses)("%s has the substatuses met here, and none of another status alone", (status) => {
  const own = met[status].split(" ");
  expect(own.filter((substatus) => !hasSubstatus(status, substatus))).toEqual([]);
  expect(hasSubstatus(status, null)).toBe(true);
  const others = Object.values(met).flatMap((words) => words.split(" "));
  const listed = substatusesOfShipments[status];
  expect(others.filter((substatus) => hasSubstatus(status, substatus))).toEqual(
    others.filter((substatus) => listed.includes(substatus)),
  );
  expect(hasSubstatus(status, "no substatus")).toBe(false);
});
