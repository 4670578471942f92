import { dayMs } from "@marketplace/conventions";
import { expect, test } from "vitest";
import { callers, flexService, sellerId } from "../flex.fixture.ts";
import { seedPastShipments } from "./past-shipments.ts";

const flex = await flexService();
const { http, deps, clock } = flex;
const buyerId = 1_000_000_005;
const now = clock.now();

const request = (order: number, days: number, changes: object = {}) => ({
  order_id: order,
  order_ids: [order],
  pack_id: null,
  site_id: "MLA",
  seller_id: sellerId,
  buyer_id: buyerId,
  self_service: false,
  logistic_type: "drop_off",
  mode: "me2",
  outcome: "delivered" as const,
  paid_at: new Date(now.getTime() - days * dayMs).toISOString(),
  free_shipping: true,
  cost: 0,
  list_cost: 6000,
  items: [],
  ...changes,
});

test("shipments of past orders are where the sandbox would have brought them, and stay there", async () => {
  const requests = [
    request(4_600_100_001, 10, { order_ids: [4_600_100_001, 4_600_100_002] }),
    request(4_600_100_003, 1.6),
    request(4_600_100_004, 0.1),
    request(4_600_100_005, 12, { outcome: "not_delivered" }),
  ];
  const stored = await seedPastShipments(deps, { requests, now });
  expect(stored).toMatchObject([
    { order_ids: [4_600_100_001, 4_600_100_002], status: "delivered", substatus: null },
    { order_ids: [4_600_100_003], status: "ready_to_ship", substatus: "in_hub" },
    { order_ids: [4_600_100_004], status: "ready_to_ship", substatus: "ready_to_print" },
    { order_ids: [4_600_100_005], status: "not_delivered", substatus: "returned" },
  ]);
  clock.advance(30 * dayMs);
  for (const { shipment_id, status } of stored) {
    const read = await http.get(`/shipments/${shipment_id}`, { as: callers.seller });
    expect(read.json()).toMatchObject({ id: shipment_id, status });
  }
  clock.advance(-30 * dayMs);
});
