import { expectProblem } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { callers, flexService, itemOf } from "../flex.fixture.ts";

const flex = await flexService();
const { http } = flex;
const path = (id: string) => `/flex/sites/MLA/items/${id}/v2`;
const as = callers.seller;
const has = async (id: string) => (await http.get(path(id), { as })).json();

it("an item is switched on and off, each time with 204 and no body", async () => {
  const id = "MLA1400000001";
  expect(await has(id)).toEqual({ has_flex: false });
  const on = await http.post(path(id), { as });
  expect([on.status, on.text]).toEqual([204, ""]);
  expect(await has(id)).toEqual({ has_flex: true });
  const off = await http.delete(path(id), { as });
  expect([off.status, off.text]).toEqual([204, ""]);
  expect(await has(id)).toEqual({ has_flex: false });
});

it("of ten parallel activations one is 204, nine are 400", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => http.post(path("MLA1400000002"), { as })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(9).fill(400)]);
  expect(await has("MLA1400000002")).toEqual({ has_flex: true });
});

it("an item of a category that nothing else ships is switched on by its opt-in alone", async () => {
  flex.catalog.items.set("MLA1400000009", itemOf("MLA1400000009", { category_id: "MLA3000" }));
  expect((await http.post(path("MLA1400000009"), { as })).status).toBe(204);
  expect(flex.catalog.items.get("MLA1400000009")?.shipping.mode).toBe("me2");
});

it("an item whose category no longer ships by Flex can still be switched off", async () => {
  const tags = ["self_service_available", "self_service_in"];
  flex.catalog.items.set("MLA1400000010", itemOf("MLA1400000010", { category_id: "MLA2000" }, tags));
  expect((await http.delete(path("MLA1400000010"), { as })).status).toBe(204);
});

it("an item that is on already is left so, whatever has become of it and its category", async () => {
  const on = "self_service_in";
  const { items } = flex.catalog;
  items.set("MLA1400000020", itemOf("MLA1400000020", { category_id: "MLA2000" }, [on]));
  items.set("MLA1400000021", itemOf("MLA1400000021", { status: "paused" }, ["self_service_available", on]));
  items.set("MLA1400000022", itemOf("MLA1400000022", { status: "closed" }, ["self_service_available", on]));
  for (const id of ["MLA1400000020", "MLA1400000021", "MLA1400000022"])
    expectProblem(await http.post(path(id), { as }), 400, "bad_request", "item is already in flex");
  for (const id of ["MLA1400000021", "MLA1400000022"])
    expectProblem(await http.delete(path(id), { as }), 403, "forbidden", "item down");
});

it("an item that cannot go on Flex hears why, and what to do", async () => {
  const { items } = flex.catalog;
  items.set("MLA1400000011", itemOf("MLA1400000011", { category_id: "MLA2000" }));
  items.set("MLA1400000012", itemOf("MLA1400000012", { status: "paused" }));
  items.set("MLA1400000013", itemOf("MLA1400000013", {}, []));
  for (const [id, code, message] of [
    ["MLA1400000011", "category_without_flex", "category MLA2000 does not ship by Flex"],
    ["MLA1400000012", "item_not_active", "activate it first"],
    ["MLA1400000013", "flex_not_offered", "list it with mode me2"],
  ] as const) {
    const { cause } = expectProblem(await http.post(path(id), { as }), 403, "forbidden", "item down");
    expect(cause).toEqual([
      { code, message: expect.stringContaining(message), references: ["params.item_id"] },
    ]);
  }
});

it("an operator may look, but not switch", async () => {
  expect((await http.get(path("MLA1400000001"), { as: callers.operator })).status).toBe(200);
  expect((await http.post(path("MLA1400000001"), { as: callers.operator })).status).toBe(403);
});
