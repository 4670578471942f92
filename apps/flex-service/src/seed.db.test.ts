import { expect, test } from "vitest";
import { callers, flexService, pathsOf, sellerId } from "./flex.fixture.ts";
import { seedDemo } from "./index.ts";
import { takeDueSteps } from "./shipments/life.service.ts";

const flex = await flexService();
const { http } = flex;

test("the demo has every fixture that scripts look for, and each is what its name says", async () => {
  const { subscriptions } = pathsOf(sellerId);
  const own = await http.get(subscriptions, { as: callers.seller });
  expect(own.json()).toMatchObject([
    { mode: "FLEX", service_id: flex.id("flex_service"), status: { id: "in" } },
    { mode: "TURBO", service_id: flex.id("turbo_service"), status: { id: "in" } },
  ]);
  const out = await http.get(pathsOf(1_000_000_002).subscriptions, { as: callers.otherSeller });
  expect(out.json()).toMatchObject([{ service_id: flex.id("flex_service_out"), status: { id: "out" } }]);
  const shipments = await Promise.all(
    ["shipment_flex_assigned", "shipment_flex_unassigned", "shipment_other"].map((name) =>
      http.get(`/shipments/${flex.id(name)}`, { as: callers.buyer }),
    ),
  );
  expect(shipments.map((answer) => answer.json())).toMatchObject([
    { status: "shipped", tags: ["test_shipment", "self_service"], sender_id: sellerId },
    { status: "ready_to_ship", tags: ["test_shipment", "self_service"], sender_id: sellerId },
    { tags: ["test_shipment"], sender_id: sellerId },
  ]);
});

test("the demo has a shipment of each status, which nothing moves", async () => {
  flex.clock.advance(400 * 3_600_000);
  expect(await takeDueSteps(flex.deps)).toBe(0);
  for (const [name, status] of [
    ["shipment_pending", "pending"],
    ["shipment_handling", "handling"],
    ["shipment_ready_to_ship", "ready_to_ship"],
    ["shipment_shipped", "shipped"],
    ["shipment_delivered", "delivered"],
    ["shipment_not_delivered", "not_delivered"],
    ["shipment_cancelled", "cancelled"],
    ["shipment_fulfillment", "ready_to_ship"],
    ["shipment_me1", "pending"],
  ] as const) {
    const answer = await http.get(`/shipments/${flex.id(name)}`, { as: callers.seller });
    expect([name, answer.json()]).toMatchObject([name, { status, sender_id: sellerId }]);
  }
});

test("the demo's zones are all those of the seller's area that can be chosen", async () => {
  const zones = flex.zoneIds().map((id) => ({ id }));
  expect(zones.length).toBeGreaterThanOrEqual(4);
  const path = pathsOf(sellerId).coverage(flex.id("flex_service"));
  expect((await http.put(path, { as: callers.seller, body: { zones } })).status).toBe(200);
});

test("a world without one of the demo's sellers is refused as a whole", async () => {
  const before = (await http.get(pathsOf(1_000_000_007, "MLB").subscriptions, { as: callers.brazilian }))
    .text;
  await expect(seedDemo(flex.deps, { users: {}, now: flex.clock.now() })).rejects.toThrow("seller_mla");
  expect((await http.get(pathsOf(1_000_000_007, "MLB").subscriptions, { as: callers.brazilian })).text).toBe(
    before,
  );
});
