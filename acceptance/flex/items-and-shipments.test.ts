import { describe, expect, test } from "vitest";
import { get, post, put } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newUser, users } from "../api/world.ts";
import { assignmentOf, itemFlex } from "./flex.ts";

describe("item Flex", () => {
  test("the tags follow the flag", async () => {
    const as = await newUser();
    const id = await newItem(as);
    const tags = async () =>
      (await get(`/items/${id}?attributes=shipping.tags`, { as })).json<{ shipping: { tags: string[] } }>()
        .shipping.tags;
    expect(await tags()).toEqual(expect.arrayContaining(["self_service_available", "self_service_out"]));
    await post(itemFlex(id), { as });
    expect(await tags()).toContain("self_service_in");
    expect(await tags()).not.toContain("self_service_out");
  });

  test("one of ten concurrent activations is 204, the others report that it is on", async () => {
    const as = await newUser();
    const id = await newItem(as);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(itemFlex(id), { as })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      204,
      ...Array.from({ length: 9 }, () => 400),
    ]);
  });

  test("the fixtures are what their names say", async () => {
    const has = async (id: string) => (await get(itemFlex(id), { as: users.seller_mla })).json();
    expect(await has(fixtures.item_flex_on)).toEqual({ has_flex: true });
    expect(await has(fixtures.item_active)).toEqual({ has_flex: false });
    expect(await has(fixtures.item_active_2)).toEqual({ has_flex: false });
    const preferences = await get(`/categories/${fixtures.category_no_self_service}/shipping_preferences`, {
      as: users.seller_mla,
    });
    expect(preferences.status).toBe(200);
    expect(preferences.text).not.toContain("self_service");
  });
});

/** Sells a new item and returns its shipment, which is a Flex shipment when `flex` is set. */
async function sold(flex: boolean) {
  const seller = await newUser();
  const id = await newItem(seller);
  if (flex) await post(itemFlex(id), { as: seller });
  const bought = await post("/orders", { as: users.buyer_mla, body: { items: [{ id, quantity: 1 }] } });
  expect({ status: bought.status, text: bought.text }).toMatchObject({ status: 201 });
  const [order] = bought.json<{ orders: { shipment_id: number }[] }>().orders;
  return { seller, shipment: order?.shipment_id ?? 0 };
}

describe("shipments", () => {
  test("the fixtures are what their names say", async () => {
    const read = async (id: number) =>
      (await get(`/shipments/${id}`, { as: users.seller_mla })).json<{
        tags: string[];
        date_created: string;
      }>();
    const assigned = await read(fixtures.shipment_flex_assigned);
    expect(assigned.tags).toContain("self_service");
    expect(assigned.date_created).toMatch(/\.\d{3}-04:00$/);
    expect((await read(fixtures.shipment_flex_unassigned)).tags).toContain("self_service");
    expect((await read(fixtures.shipment_other)).tags).not.toContain("self_service");
    const driver = await get(assignmentOf(fixtures.shipment_flex_assigned), { as: users.seller_mla });
    expect(driver.json()).toEqual({ driver_id: expect.any(Number) });
  });

  test("are read by seller, buyer and operator, and by nobody else", async () => {
    const path = `/shipments/${fixtures.shipment_flex_assigned}`;
    const { receiver_id } = (await get(path, { as: users.operator })).json<{ receiver_id: number }>();
    const stranger = receiver_id === users.buyer2_mla.id ? users.seller_mlb : users.buyer2_mla;
    expectProblem(await get(path, { as: stranger }), 403, "forbidden");
    expectProblem(await get("/shipments/3999999999", { as: users.operator }), 404, "not_found");
  });

  test("go from ready_to_ship to shipped to delivered, and nowhere else", async () => {
    const { seller: as, shipment } = await sold(true);
    const move = (body: object, who = as) => put(`/shipments/${shipment}`, { as: who, body });
    expect((await move({ status: "delivered" })).status).toBe(409);
    expectProblem(await move({ status: "shipped" }, users.buyer_mla), 403, "forbidden");
    expect((await move({ status: "shipped", substatus: "lost" })).status).toBe(400);
    expect((await move({ status: "flying" })).status).toBe(400);
    const substatuses = [
      "out_for_delivery",
      "soon_deliver",
      "bad_address",
      "receiver_absent",
      "buyer_rescheduled",
    ];
    for (const substatus of [...substatuses, "delivery_blocked", "waiting_for_confirmation"])
      expect((await move({ status: "shipped", substatus })).json()).toMatchObject({
        status: "shipped",
        substatus,
      });
    expect((await move({ status: "cancelled" })).status).toBe(409);
    expect((await move({ status: "delivered" }, users.operator)).json()).toMatchObject({
      status: "delivered",
    });
    expect((await move({ status: "ready_to_ship" })).status).toBe(409);
  });

  test("may be refused by the buyer once shipped, or canceled before", async () => {
    const { seller: as, shipment } = await sold(false);
    const path = `/shipments/${shipment}`;
    expect((await get(path, { as })).text).not.toContain('"self_service"');
    await put(path, { as, body: { status: "shipped" } });
    const refused = await put(path, { as, body: { status: "not_delivered", substatus: "refused_delivery" } });
    expect(refused.json()).toMatchObject({ status: "not_delivered", substatus: "refused_delivery" });
    const other = await sold(true);
    const cancelled = await put(`/shipments/${other.shipment}`, {
      as: other.seller,
      body: { status: "cancelled" },
    });
    expect(cancelled.json()).toMatchObject({ status: "cancelled" });
  });
});
