import { createSandbox, type World } from "@marketplace-api/sandbox";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { baseUrl } from "../api/api.ts";
import { admin } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let world: World;

beforeAll(async () => {
  world = await (await createSandbox({ url: baseUrl, adminToken: admin })).world();
});
afterAll(async () => {
  await world.drop();
});

it("moves the clock of a world, and tells what fired", async () => {
  const before = await world.clock.now();
  const { created } = await world.trigger("order.paid");
  const moved = await world.clock.advance("PT41H");
  expect(new Date(moved.now).getTime() - before.getTime()).toBeGreaterThanOrEqual(41 * 3_600_000);
  const fired = moved.fired.map(({ at }) => at);
  expect(fired).toEqual(fired.toSorted());
  expect(fired.length).toBeGreaterThan(0);
  const path = { shipment_id: `${created.shipment_id}` };
  const shipment = await world.client("operator").GET("/shipments/{shipment_id}", { params: { path } });
  expect(shipment.data).toMatchObject({ status: "shipped" });
});

it("a frozen clock stands, and goes on when it is resumed", async () => {
  await world.clock.freeze();
  const stood = await world.clock.state();
  expect(await world.clock.now()).toEqual(new Date(stood.now));
  expect(stood.frozen).toBe(true);
  expect((await world.clock.resume()).frozen).toBe(false);
});

it("triggers replace values; a scenario says how it went", async () => {
  const asked = await world.trigger("question.asked", { text: "¿Es original?" });
  expect(asked.steps).toEqual([{ name: "question", status: 201 }]);
  expect(await world.scenario("refresh-race")).toMatchObject({ passed: true });
  await expect(world.trigger("nothing")).rejects.toThrow("Unknown event: nothing");
});
