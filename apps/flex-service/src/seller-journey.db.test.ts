import { expect, it } from "vitest";
import { everything } from "./configuration/state.fixture.ts";
import { callers, flexService, itemOf, pathsOf } from "./flex.fixture.ts";
import { flexRpc } from "./index.ts";

const flex = await flexService();
const { http } = flex;
const userId = 1_000_000_008;
const own = pathsOf(userId);
const as = callers.newcomer;

interface Configuration {
  delivery_window: string;
  zones: {
    id: string;
    selected: boolean;
    is_mandatory: boolean;
    calculated_cutoff: { week: number | null };
  }[];
  [field: string]: unknown;
}

async function configurationOf(service: number): Promise<Configuration> {
  const body = { query: `{ configuration(user_id: ${userId}, service_id: ${service}) ${everything} }` };
  const answer = await http.post(own.configuration, { as, body });
  expect(answer.status).toBe(200);
  return answer.json<{ query: Configuration }>().query;
}

async function activated(): Promise<number> {
  const opened = await http.post(own.subscriptions, { as, body: { mode: "FLEX" } });
  const { service_id } = opened.json<{ service_id: number }>();
  await http.put(own.status(service_id), { as, body: { status: "in" } });
  return service_id;
}

it("a new seller activates Flex, sets hours and zones, and reads them back", async () => {
  const service = await activated();
  const before = await configurationOf(service);
  expect(before).toMatchObject({
    address: { address_line: "Avenida Santa Fe 3500", city: { name: "Palermo" }, zip_code: "1425" },
    subscription: { user_id: userId, service_id: service, status: { id: "in" }, flavour: "flex" },
    origin_zone: { selected: true },
    is_moderated: false,
  });
  const week = [{ from: 10, to: 18, cutoff: 9, capacity: 25 }];
  const saturday = [{ from: 10, to: 14, cutoff: 9, capacity: 25 }];
  const body = { delivery_window: "same_day", delivery_ranges: { week, saturday } };
  expect((await http.put(own.delivery(service), { as, body })).status).toBe(200);

  const mandatory = before.zones.filter((zone) => zone.is_mandatory);
  const chosen = [...mandatory, ...before.zones.filter((zone) => !zone.is_mandatory)].slice(0, 2);
  const zones = chosen.map(({ id }, n) => ({ id, cutoff: { week: 7 + n } }));
  expect((await http.put(own.coverage(service), { as, body: { zones } })).status).toBe(200);

  const after = await configurationOf(service);
  expect(after).toMatchObject({ working_days: ["week", "saturday"], delivery_ranges: { sunday: null } });
  const selected = after.zones.filter((zone) => zone.selected);
  expect(selected.map(({ id, calculated_cutoff }) => [id, calculated_cutoff]).toSorted()).toEqual(
    zones.map(({ id, cutoff }) => [id, { week: cutoff.week, saturday: 9, sunday: null }]).toSorted(),
  );
});

it("then switches an item on and off, sells it, and has it driven to the buyer", async () => {
  const item = itemOf("MLA1400000077", { seller_id: userId });
  flex.catalog.items.set(item.id, item);
  const path = `/flex/sites/MLA/items/${item.id}/v2`;
  for (const [method, on] of [
    ["POST", true],
    ["DELETE", false],
    ["POST", true],
  ] as const) {
    expect((await http.request(method, path, { as })).status).toBe(204);
    expect((await http.get(path, { as })).json()).toEqual({ has_flex: on });
  }
  const { shipment_id: id } = await flexRpc(flex.deps).createShipment({
    order_id: 5_700_000_001,
    site_id: "MLA",
    seller_id: userId,
    buyer_id: 1_000_000_003,
    self_service: item.shipping.tags.includes("self_service_in"),
  });
  const bought = await http.get(`/shipments/${id}?attributes=status,tags`, { as: callers.buyer });
  expect(bought.json()).toEqual({ status: "ready_to_ship", tags: ["test_shipment", "self_service"] });
  await http.put(`/shipments/${id}`, { as, body: { status: "shipped", substatus: "out_for_delivery" } });
  const assignment = `/flex/sites/MLA/shipments/${id}/assignment/v2`;
  expect((await http.put(assignment, { as, body: { driver_id: 3_100_000_001 } })).status).toBe(200);
  expect((await http.get(assignment, { as: callers.buyer })).json()).toEqual({ driver_id: 3_100_000_001 });
});
