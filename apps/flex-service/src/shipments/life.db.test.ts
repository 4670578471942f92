import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { callers, flexService } from "../flex.fixture.ts";
import { dueWorkOf } from "../index.ts";
import { takeDueSteps } from "./life.service.ts";
import { shipmentsOf } from "./shipments.fixture.ts";
import { nextDue } from "./shipments.repo.ts";
import { tellUntold } from "./tell-orders.service.ts";

const flex = await flexService();
const { http, clock, orders, deps } = flex;
const { path, sold, read, move, eventsOf } = shipmentsOf(flex, callers.seller);
const hour = 3_600_000;
const later = async (hours: number) => {
  clock.advance(hours * hour);
  await takeDueSteps(deps);
};
const stateOf = async (id: number) => {
  const { status, substatus } = await read(id);
  return substatus === null ? status : `${status} / ${substatus}`;
};
/** Every state with the hours at which it was reached. */
async function wayOf(id: number) {
  const { date_created, substatus_history } = await read(id);
  return (substatus_history as { status: string; substatus: string | null; date: string }[]).map(
    ({ status, substatus, date }) =>
      [(Date.parse(date) - Date.parse(String(date_created))) / hour, status, substatus] as const,
  );
}
const fromReady = async (id: number) => (await wayOf(id)).slice(3);

const carried = [
  [24, "ready_to_ship", "dropped_off"],
  [36, "ready_to_ship", "in_hub"],
  [40, "shipped", null],
  [64, "shipped", "out_for_delivery"],
];

describe("a shipment in the sandbox", () => {
  it("is listed with its next step, which is taken at that moment", async () => {
    const id = await sold();
    const work = dueWorkOf(deps);
    const at = new Date(clock.now().getTime() + 24 * hour);
    const range = { after: clock.now(), until: at, kinds: ["step"] as const, limit: 10 };
    expect(await work.list(range)).toEqual([{ at, kind: "step", id: path(id), passive: false }]);
    clock.set(at);
    await work.run();
    expect(await stateOf(id)).toBe("ready_to_ship / dropped_off");
    expect(await work.list(range)).toEqual([]);
  });

  it("is delivered after 72 hours, step by step, each with its event and told to its orders", async () => {
    const id = await sold();
    expect(await stateOf(id)).toBe("ready_to_ship / ready_to_print");
    await later(23);
    expect(await stateOf(id)).toBe("ready_to_ship / ready_to_print");
    for (const [hours, status] of [
      [1, "ready_to_ship / dropped_off"],
      [12, "ready_to_ship / in_hub"],
      [4, "shipped"],
      [24, "shipped / out_for_delivery"],
      [8, "delivered"],
    ] as const) {
      await later(hours);
      expect(await stateOf(id)).toBe(status);
    }
    expect(await fromReady(id)).toEqual([...carried, [72, "delivered", null]]);
    expect(await eventsOf(id)).toHaveLength(6);
    const told = orders.told.filter(({ shipment_id }) => shipment_id === id);
    expect(told.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(told.at(-1)).toMatchObject({
      status: "delivered",
      substatus: null,
      order_ids: [expect.any(Number)],
    });
  });

  it.each([
    ["cross_docking", "delivered", [24, "ready_to_ship", "picked_up"], [72, "delivered", null]],
    ["xd_drop_off", "delivered", [24, "ready_to_ship", "dropped_off"], [72, "delivered", null]],
    ["drop_off", "not_delivered", [72, "shipped", "receiver_absent"], [144, "not_delivered", "returned"]],
    ["drop_off", "refused", [72, "not_delivered", "refused_delivery"], [144, "not_delivered", "returned"]],
    ["drop_off", "lost", [64, "shipped", "out_for_delivery"], [240, "not_delivered", "lost"]],
  ] as const)(
    "by %s ends %s, also when the clock jumps over all of it",
    async (logistic_type, outcome, ...steps) => {
      const id = await sold({ logistic_type, outcome });
      await later(400);
      const way = await fromReady(id);
      for (const step of steps) expect(way).toContainEqual(step);
      expect(way.at(-1)).toEqual(steps.at(-1));
    },
  );

  const onTheWay = (handedOver: string) => [
    [24, "ready_to_ship", handedOver],
    [36, "ready_to_ship", "in_hub"],
    [40, "shipped", null],
    [64, "shipped", "out_for_delivery"],
  ];
  // The clock stands at 12:00 in Buenos Aires; the range of a new subscription begins at 13:00.
  const ways = {
    drop_off: { steps: onTheWay("dropped_off"), begins: 0, arrives: 72 },
    xd_drop_off: { steps: onTheWay("dropped_off"), begins: 0, arrives: 72 },
    cross_docking: { steps: onTheWay("picked_up"), begins: 0, arrives: 72 },
    self_service: { steps: [[0, "shipped", "out_for_delivery"]], begins: 2, arrives: 3 },
    fulfillment: {
      steps: [
        [6, "shipped", null],
        [40, "shipped", "out_for_delivery"],
      ],
      begins: 0,
      arrives: 48,
    },
  } as const;
  const back = [
    [24, "not_delivered", "returning_to_sender"],
    [72, "not_delivered", "returned"],
  ] as const;
  const ends = {
    delivered: [[0, "delivered", null]],
    not_delivered: [[0, "shipped", "receiver_absent"], ...back],
    refused: [[0, "not_delivered", "refused_delivery"], ...back],
  } as const;
  const cases = Object.keys(ways).flatMap((type) => [
    ...Object.keys(ends).map((outcome) => [type, outcome] as const),
    [type, "lost"] as const,
  ]);

  it.each(cases)("by %s and %s takes every step at its hour", async (type, outcome) => {
    clock.set("2026-03-10T15:00:00.000Z");
    const { steps, begins, arrives } = ways[type as keyof typeof ways];
    const id = await sold({ logistic_type: type, outcome: outcome as keyof typeof ends | "lost" });
    await later(400);
    const end =
      outcome === "lost"
        ? [[240, "not_delivered", "lost"]]
        : ends[outcome as keyof typeof ends].map(([hours, ...state]) => [hours + arrives, ...state]);
    const planned = [...steps, ...end].map(([hours, ...state]) => [Number(hours) + begins, ...state]);
    const way = await wayOf(id);
    expect(way.slice(type === "fulfillment" ? 1 : 3)).toEqual(planned);
  });

  it("of the platform's warehouse leaves after 6 hours", async () => {
    const id = await sold({ logistic_type: "fulfillment" });
    await later(48);
    expect(await wayOf(id)).toEqual([
      [0, "ready_to_ship", "in_warehouse"],
      [6, "shipped", null],
      [40, "shipped", "out_for_delivery"],
      [48, "delivered", null],
    ]);
  });

  it("stays where it is put when its outcome is manual", async () => {
    const id = await sold({ outcome: "manual" });
    await later(400);
    expect(await stateOf(id)).toBe("ready_to_ship / ready_to_print");
  });

  it("is left alone once a hand has moved it", async () => {
    const id = await sold();
    await move(id, { status: "ready_to_ship", substatus: "packed" });
    await later(400);
    expect(await stateOf(id)).toBe("ready_to_ship / packed");
  });

  it("waits when the clock is set back, and takes no step twice", async () => {
    const id = await sold();
    await later(24);
    clock.advance(-48 * hour);
    await takeDueSteps(deps);
    expect(await stateOf(id)).toBe("ready_to_ship / dropped_off");
    await later(48 + 12);
    expect(await fromReady(id)).toEqual(carried.slice(0, 2));
  });

  it("takes each step once, however many replicas look for it", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => sold()));
    clock.advance(40 * hour);
    await Promise.all(Array.from({ length: 4 }, () => takeDueSteps(deps)));
    for (const id of ids) {
      expect(await fromReady(id)).toEqual(carried.slice(0, 3));
      expect(await eventsOf(id)).toHaveLength(4);
    }
  });

  it("takes its steps though those of others fail, which wait for the next run", async () => {
    await later(400);
    const failing = [await sold(), await sold()];
    clock.advance(1);
    const id = await sold();
    clock.advance(24 * hour);
    const shipments: typeof deps.shipments = {
      ...deps.shipments,
      save: (shipment) =>
        failing.includes(shipment.id)
          ? Promise.reject(new Error("it is broken"))
          : deps.shipments.save(shipment),
    };
    expect(await takeDueSteps({ ...deps, shipments })).toBe(1);
    expect(await Promise.all([...failing, id].map(stateOf))).toEqual([
      "ready_to_ship / ready_to_print",
      "ready_to_ship / ready_to_print",
      "ready_to_ship / dropped_off",
    ]);
    for (const each of failing) expect(await eventsOf(each)).toHaveLength(1);
    expect(await takeDueSteps(deps)).toBe(2);
  });

  it("takes its steps while orders-service is away, which is asked three times and told later", async () => {
    await later(400);
    await tellUntold(deps);
    const ids = await Promise.all(Array.from({ length: 6 }, () => sold()));
    clock.advance(40 * hour);
    let asked = 0;
    const shipmentMoved = () => {
      asked += 1;
      return Promise.reject(Object.assign(new Error("away"), { unavailable: true }));
    };
    expect(await takeDueSteps({ ...deps, orders: { ...deps.orders, shipmentMoved } })).toBe(6);
    expect(asked).toBe(3);
    for (const id of ids) expect(await fromReady(id)).toEqual(carried.slice(0, 3));
    expect(await tellUntold(deps)).toBe(6);
  });

  it("takes its steps in the second run of the clock at the latest, though a thousand others end the first", async () => {
    await later(400);
    const broken = await sold();
    clock.advance(1);
    const id = await sold();
    clock.advance(24 * hour);
    const columns =
      "order_id, order_ids, site_id, seller_id, buyer_id, self_service, status, plan, next_step_at";
    const copies = await deps.db.query<{ id: number }>(
      `INSERT INTO shipments (${columns}, created_at, updated_at)
       SELECT NULL, '{}', site_id, seller_id, buyer_id, self_service, status, plan, next_step_at, created_at, updated_at
       FROM shipments, generate_series(1, 1010) WHERE id = $1 RETURNING id`,
      [broken],
    );
    await deps.db.execute("ANALYZE shipments");
    const plan = await deps.db.query<Record<"QUERY PLAN", string>>(`EXPLAIN ${nextDue}`, [
      clock.now(),
      new Date(0),
      0,
    ]);
    // None is sorted, though all are due at one moment.
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).not.toMatch(/Sort|Seq Scan/);
    const failing = new Set([broken, ...copies.map((copy) => copy.id)]);
    const tried: number[] = [];
    const shipments: typeof deps.shipments = {
      ...deps.shipments,
      async save(shipment) {
        tried.push(shipment.id);
        if (failing.has(shipment.id)) throw new Error("it is broken");
        await deps.shipments.save(shipment);
      },
    };
    // Nothing else changes: it need not cost a transaction each.
    const transaction: typeof deps.transaction = (work) => work();
    const outbox = { ...deps.outbox, record: async () => {} };
    const changed = { ...deps, shipments, transaction, outbox };
    const { run } = dueWorkOf(changed);
    await run();
    expect(tried).toHaveLength(1_000);
    await run();
    expect(tried).toHaveLength(1_012);
    expect(await stateOf(id)).toBe("ready_to_ship / dropped_off");
    // Each is tried once before one is tried again.
    expect(new Set(tried).size).toBe(1_012);
    await deps.db.execute(
      "UPDATE shipments SET next_step_at = NULL, plan = '[]' WHERE id = ANY ($1::bigint[])",
      [[...failing]],
    );
  });

  it("is either moved by hand or by its plan, and then keeps that", async () => {
    const id = await sold();
    clock.advance(72 * hour);
    await Promise.all([takeDueSteps(deps), move(id, { status: "cancelled" })]);
    await later(400);
    expect(["delivered", "cancelled"]).toContain(await stateOf(id));
  });
});

describe("items that are made first", () => {
  const ready = (id: number, as: (typeof callers)[keyof typeof callers] = callers.seller) =>
    http.post(`${path(id)}/process/ready_to_ship`, { as });

  it("wait until the seller says that they are ready, and then go their way", async () => {
    const id = await sold({ manufacturing: true });
    await later(400);
    expect(await stateOf(id)).toBe("pending / manufacturing");
    expect((await ready(id)).json()).toEqual({ status: 200 });
    expect(await stateOf(id)).toBe("ready_to_ship / ready_to_print");
    await later(72);
    expect(await stateOf(id)).toBe("delivered");
  });

  it("are not waited for in the warehouse, and not by the seller's own carrier", async () => {
    const full = await sold({ manufacturing: true, logistic_type: "fulfillment" });
    expect(await stateOf(full)).toBe("ready_to_ship / in_warehouse");
    const own = await sold({ mode: "me1", logistic_type: "default" });
    expectProblem(await ready(own), 400, "invalid_shipment_mode");
    expect(await stateOf(own)).toBe("pending");
  });

  it("are ready once, by the seller's word", async () => {
    const id = await sold({ manufacturing: true });
    expect((await ready(id, callers.buyer)).status).toBe(403);
    const answers = await Promise.all([ready(id), ready(id), ready(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe("orders-service", () => {
  it("is told later of what it missed", async () => {
    await tellUntold(deps);
    orders.away = true;
    const id = await sold();
    expect((await move(id, { status: "shipped" })).status).toBe(200);
    expect(await tellUntold(deps)).toBe(0);
    orders.away = false;
    expect(await tellUntold(deps)).toBe(1);
    expect(orders.told.at(-1)).toMatchObject({ shipment_id: id, status: "shipped", version: 2 });
    expect(await tellUntold(deps)).toBe(0);
  });

  it("is told of a shipment, however many others it fails for", async () => {
    orders.away = true;
    const ids: number[] = [];
    for (let made = 0; made < 55; made++) ids.push(await sold());
    for (const id of ids) await move(id, { status: "shipped" });
    orders.away = false;
    const last = Math.max(...ids);
    const some: typeof deps.orders = {
      ...deps.orders,
      shipmentMoved: async (state) =>
        state.shipment_id === last
          ? deps.orders.shipmentMoved(state)
          : Promise.reject(new Error("it never answers for these")),
    };
    expect(await tellUntold({ ...deps, orders: some })).toBe(1);
    expect(orders.told.at(-1)).toMatchObject({ shipment_id: last });
    expect(await tellUntold(deps)).toBe(54);
  });
});
