import { expect, test } from "vitest";
import { get, post, put, remove } from "../api/api.ts";
import { fixtures, newItem, newUser, users } from "../api/world.ts";
import { activateFlex, assignmentOf, configurationOf, flexPaths, itemFlex, selectable } from "./flex.ts";

test("a new user activates Flex, sets hours and zones, switches an item, sells it, and has it driven", async () => {
  const as = await newUser();
  const item = await newItem(as);
  const service = await activateFlex(as);
  const paths = flexPaths(as.id);

  const before = await configurationOf(as, service);
  expect(before).toMatchObject({
    subscription: { status: { id: "in" }, service_id: service },
    is_moderated: false,
  });

  const week = [{ from: 10, to: 18, cutoff: 9, capacity: 25 }];
  const saturday = [{ from: 10, to: 14, cutoff: 8, capacity: 25 }];
  const delivery = { delivery_window: "same_day", delivery_ranges: { week, saturday } };
  expect((await put(paths.delivery(service), { as, body: delivery })).status).toBe(200);
  const zones = selectable(before.zones)
    .slice(0, 2)
    .map((id, n) => ({ id, cutoff: { week: 6 + n } }));
  expect((await put(paths.coverage(service), { as, body: { zones } })).status).toBe(200);

  const after = await configurationOf(as, service);
  expect(after).toMatchObject({
    delivery_window: "same_day",
    delivery_ranges: {
      week: [{ from: 10, to: 18, capacity: 25 }],
      saturday: [{ from: 10, to: 14 }],
      sunday: null,
    },
  });
  const selected = after.zones.filter((zone) => zone.selected);
  expect(
    selected.map(({ id, calculated_cutoff: { week: hour } }) => ({ id, cutoff: { week: hour } })),
  ).toEqual(expect.arrayContaining(zones));
  expect(selected).toHaveLength(2);

  const read = await get(
    `/items/${item}?attributes=id,status,shipping.mode,shipping.logistic_type,shipping.tags,shipping.free_shipping`,
    { as },
  );
  const shown = read.json<{ status: string; shipping: { tags: string[] } }>();
  expect(shown).toMatchObject({ id: item, status: "active", shipping: { mode: "me2" } });
  expect(shown.shipping.tags).toContain("self_service_available");
  const preferences = await get(`/categories/${fixtures.category_leaf}/shipping_preferences`, { as });
  expect(
    preferences.json<{ logistics: { types: string[] }[] }>().logistics.flatMap(({ types }) => types),
  ).toContain("self_service");
  for (const [change, on] of [
    [post, true],
    [remove, false],
    [post, true],
  ] as const) {
    const changed = await change(itemFlex(item), { as });
    expect({ status: changed.status, text: changed.text }).toEqual({ status: 204, text: "" });
    expect((await get(itemFlex(item), { as })).json()).toEqual({ has_flex: on });
  }

  const bought = await post("/orders", { as: users.buyer_mla, body: { items: [{ id: item, quantity: 2 }] } });
  expect({ status: bought.status, text: bought.text }).toMatchObject({ status: 201 });
  const order = bought.json<{ pack_id: null; orders: { shipment_id: number }[] }>();
  expect(order).toMatchObject({
    pack_id: null,
    orders: [{ seller_id: as.id, buyer_id: users.buyer_mla.id }],
  });
  expect((await get(`/items/${item}?attributes=available_quantity`, { as })).json()).toEqual({
    available_quantity: 8,
  });

  const shipment = order.orders[0]?.shipment_id ?? 0;
  const seen = (await get(`/shipments/${shipment}`, { as: users.buyer_mla })).json<{ tags: string[] }>();
  expect(seen).toMatchObject({ status: "ready_to_ship", date_first_printed: null });
  expect(seen.tags).toContain("self_service");

  const path = assignmentOf(shipment);
  expect((await get(path, { as })).status).toBe(404);
  await put(`/shipments/${shipment}`, { as, body: { status: "shipped", substatus: "out_for_delivery" } });
  expect((await put(path, { as, body: { driver_id: 3_100_000_001 } })).json()).toEqual({
    driver_id: 3_100_000_001,
  });
  expect((await get(path, { as: users.buyer_mla })).json()).toEqual({ driver_id: 3_100_000_001 });
});
