import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { callers, flexService, sellerId } from "../flex.fixture.ts";
import { flexRpc, startJobs } from "../index.ts";

const flex = await flexService();
const { http, clock } = flex;
const rpc = flexRpc(flex.deps);
const order = { site_id: "MLA", seller_id: sellerId, buyer_id: 1_000_000_003, self_service: true };
const path = (id: number) => `/shipments/${id}`;
const as = callers.seller;
const move = (id: number, body: unknown, who: (typeof callers)[keyof typeof callers] = as) =>
  http.put(path(id), { as: who, body });

let orders = 5_500_000_000;
const fresh = async (changes: Partial<typeof order> = {}) => {
  orders += 1;
  return (await rpc.createShipment({ ...order, ...changes, order_id: orders })).shipment_id;
};
const eventsOf = async (id: number) => (await flex.events()).filter(({ resource }) => resource === path(id));

describe("an order's shipment", () => {
  it("is there as soon as the order asks for it, tagged when it goes by Flex", async () => {
    const id = await fresh();
    expect((await http.get(path(id), { as })).json()).toMatchObject({
      id,
      order_id: orders,
      site_id: "MLA",
      sender_id: sellerId,
      receiver_id: 1_000_000_003,
      mode: "me2",
      logistic_type: "self_service",
      status: "ready_to_ship",
      substatus: null,
      tags: ["test_shipment", "self_service"],
      comments: null,
      date_created: "2026-03-10T11:00:00.000-04:00",
      date_first_printed: null,
      last_updated: "2026-03-10T11:00:00.000-04:00",
      status_history: {
        date_ready_to_ship: "2026-03-10T11:00:00.000-04:00",
        date_shipped: null,
        date_delivered: null,
        date_not_delivered: null,
        date_cancelled: null,
      },
    });
    const other = await http.get(path(await fresh({ self_service: false })), { as });
    expect(other.json()).toMatchObject({ tags: ["test_shipment"], logistic_type: "drop_off" });
  });

  it("is created once and has one event, however often the order asks", async () => {
    const same = { ...order, order_id: 5_400_000_001 };
    const answers = await Promise.all(Array.from({ length: 10 }, () => rpc.createShipment(same)));
    const [id = 0, ...others] = [...new Set(answers.map(({ shipment_id }) => shipment_id))];
    expect(others).toEqual([]);
    expect(await eventsOf(id)).toEqual([{ topic: "shipments", resource: path(id), user_id: sellerId }]);
  });

  it("is read by seller, buyer and operators, and by nobody else", async () => {
    const id = await fresh();
    for (const who of [callers.seller, callers.buyer, callers.operator, callers.readOnly])
      expect((await http.get(path(id), { as: who })).status).toBe(200);
    const message = `The user has not access to the shipment ${id}`;
    expectProblem(await http.get(path(id), { as: callers.otherSeller }), 403, "forbidden", message);
    expectProblem(await move(id, { status: "shipped" }, callers.otherSeller), 403, "forbidden", message);
    expectProblem(await http.get("/shipments/3999999999", { as }), 404, "not_found");
    expectProblem(await http.get("/shipments/abc", { as }), 400, "bad_request");
  });
});

describe("a shipment's way", () => {
  it("leads over shipped to delivered, with a date and an event at each step", async () => {
    const id = await fresh();
    clock.advance(60_000);
    expect((await move(id, { status: "shipped", substatus: "out_for_delivery" })).json()).toMatchObject({
      status: "shipped",
      substatus: "out_for_delivery",
      date_first_printed: "2026-03-10T11:01:00.000-04:00",
      status_history: { date_shipped: "2026-03-10T11:01:00.000-04:00" },
    });
    clock.advance(60_000);
    const next = await move(id, { status: "shipped", substatus: "soon_deliver" }, callers.operator);
    expect(next.json()).toMatchObject({ status: "shipped", substatus: "soon_deliver" });
    const delivered = await move(id, { status: "delivered" });
    expect(delivered.json()).toMatchObject({
      status: "delivered",
      substatus: null,
      last_updated: "2026-03-10T11:02:00.000-04:00",
      status_history: { date_delivered: "2026-03-10T11:02:00.000-04:00" },
    });
    expect(await eventsOf(id)).toHaveLength(4);
  });

  it("may end refused by the buyer, or canceled before it begins", async () => {
    const [refused, cancelled] = [await fresh(), await fresh()];
    await move(refused, { status: "shipped" });
    const back = await move(refused, { status: "not_delivered", substatus: "refused_delivery" });
    expect(back.json()).toMatchObject({ status: "not_delivered", substatus: "refused_delivery" });
    expect((await move(cancelled, { status: "cancelled" })).json()).toMatchObject({ status: "cancelled" });
    expectProblem(await move(cancelled, { status: "shipped" }), 409, "conflict", /from cancelled to shipped/);
  });

  it.each([
    ["skipping shipped", { status: "delivered" }, 409, "conflict"],
    ["a substatus of another status", { status: "shipped", substatus: "lost" }, 400, "bad_request"],
    ["an unknown substatus", { status: "shipped", substatus: "eaten" }, 400, "bad_request"],
    ["going back", { status: "handling" }, 409, "conflict"],
    ["an unknown status", { status: "gone" }, 400, "bad_request"],
    ["no status", { substatus: "soon_deliver" }, 400, "bad_request"],
    ["an unknown field", { status: "shipped", driver_id: 7 }, 400, "bad_request"],
  ])("does not allow %s", async (_, body, status, error) => {
    const id = await fresh();
    expectProblem(await move(id, body), status, error);
    expect((await http.get(path(id), { as })).json()).toMatchObject({
      status: "ready_to_ship",
      substatus: null,
    });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it("is not the buyer's to decide", async () => {
    expectProblem(await move(await fresh(), { status: "shipped" }, callers.buyer), 403, "forbidden");
  });

  it("records no event for a move that changes nothing", async () => {
    const id = await fresh();
    await move(id, { status: "shipped", substatus: "bad_address" });
    const again = await move(id, { status: "shipped" });
    expect(again.json()).toMatchObject({ status: "shipped", substatus: "bad_address" });
    expect((await move(id, { status: "shipped", substatus: null })).json()).toMatchObject({
      substatus: null,
    });
    expect(await eventsOf(id)).toHaveLength(3);
  });

  it("takes no more changes of substatus than fit its history, and still goes to its end", async () => {
    const id = await fresh();
    const found = await flex.deps.shipments.find(id);
    const [entry] = found?.history ?? [];
    if (!found || !entry) throw new Error("no shipment");
    await flex.deps.shipments.save({ ...found, history: Array.from({ length: 200 }, () => entry) });
    expectProblem(await move(id, { status: "ready_to_ship", substatus: "packed" }), 409, "conflict");
    expect((await move(id, { status: "shipped" })).status).toBe(200);
  });

  it("forks once: of delivered and not_delivered at the same time one wins", async () => {
    const id = await fresh();
    await move(id, { status: "shipped" });
    const answers = await Promise.all([
      move(id, { status: "delivered" }),
      move(id, { status: "not_delivered" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe("the driver of a Flex shipment", () => {
  const assignment = (id: number) => `/flex/sites/MLA/shipments/${id}/assignment/v2`;
  const assign = (id: number, who: (typeof callers)[keyof typeof callers] = as) =>
    http.put(assignment(id), { as: who, body: { driver_id: 3_100_000_007 } });

  it("is assigned once the route is open, and read by seller, buyer and operators", async () => {
    const id = await fresh();
    expectProblem(await assign(id), 404, "not_found", "shipment_id not found");
    await move(id, { status: "shipped" });
    expectProblem(await http.get(assignment(id), { as }), 404, "not_found", "shipment_id not found");
    expect((await assign(id)).json()).toEqual({ driver_id: 3_100_000_007 });
    for (const who of [callers.seller, callers.buyer, callers.operator])
      expect((await http.get(assignment(id), { as: who })).json()).toEqual({ driver_id: 3_100_000_007 });
    await move(id, { status: "delivered" });
    expect((await http.get(assignment(id), { as })).json()).toEqual({ driver_id: 3_100_000_007 });
    expectProblem(await assign(id, callers.operator), 404, "not_found", "shipment_id not found");
  });

  it("is no event: status and substatus stay as they are", async () => {
    const id = await fresh();
    await move(id, { status: "shipped" });
    const before = await eventsOf(id);
    expect((await assign(id)).status).toBe(200);
    expect((await http.get(assignment(id), { as })).json()).toEqual({ driver_id: 3_100_000_007 });
    expect(await eventsOf(id)).toEqual(before);
  });

  it("is not assigned to a shipment that does not go by Flex", async () => {
    const id = await fresh({ self_service: false });
    await move(id, { status: "shipped" });
    expectProblem(await assign(id), 404, "not_found", "shipment_id not found");
  });
});

it("events reach the gateway once the jobs run", async () => {
  const handed = Promise.withResolvers<void>();
  const { length: expected } = await flex.events();
  const push = flex.published.push.bind(flex.published);
  flex.published.push = (...events) => {
    const length = push(...events);
    if (length >= expected) handed.resolve();
    return length;
  };
  const jobs = await startJobs(flex.deps);
  await handed.promise;
  await jobs.stop();
  expect(await flex.events()).toEqual([]);
  expect(new Set(flex.published.map(({ topic }) => topic))).toEqual(new Set(["shipments"]));
});
