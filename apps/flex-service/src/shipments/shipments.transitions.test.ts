import { expect, test } from "vitest";
import { canGo, hasSubstatus, shipmentStatuses } from "./shipments.transitions.ts";

test("a shipment moves only as its life allows", () => {
  const moves = shipmentStatuses.flatMap((from) =>
    shipmentStatuses.filter((to) => from !== to && canGo(from, to)).map((to) => `${from} > ${to}`),
  );
  expect(moves).toEqual([
    "ready_to_ship > shipped",
    "ready_to_ship > cancelled",
    "shipped > delivered",
    "shipped > not_delivered",
  ]);
});

test("substatuses are those of the specification's table, each of its status alone", () => {
  const table = {
    not_delivered: ["refused_delivery"],
    shipped: [
      "out_for_delivery",
      "soon_deliver",
      "bad_address",
      "receiver_absent",
      "buyer_rescheduled",
      "delivery_blocked",
      "waiting_for_confirmation",
    ],
  };
  const all = Object.values(table).flat();
  for (const status of shipmentStatuses) {
    const own: string[] = status === "shipped" || status === "not_delivered" ? table[status] : [];
    expect([status, all.filter((substatus) => hasSubstatus(status, substatus))]).toEqual([
      status,
      all.filter((substatus) => own.includes(substatus)),
    ]);
    expect(hasSubstatus(status, null)).toBe(true);
    expect(hasSubstatus(status, "lost")).toBe(false);
  }
});
