import { callers, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { leafOf, startCatalog } from "../catalog.fixture.ts";
import type { CategoryAttribute } from "./category-attributes.schema.ts";

const { http, listPhone } = await startCatalog();
const as = callers.operator;
const phones = leafOf("MLA-CELLPHONES");
const path = `/categories/${phones.id}/attributes`;

const add = (body: object) => http.post(path, { as, body });
const change = (id: string, body: object) => http.put(`${path}/${id}`, { as, body });
const read = async (id: string) =>
  (await http.get(path, { as })).json<CategoryAttribute[]>().find((one) => one.id === id);
const weight = {
  id: "WEIGHT",
  name: "Peso",
  value_type: "number_unit",
  allowed_units: [
    { id: "g", name: "g" },
    { id: "kg", name: "kg" },
  ],
  default_unit: "g",
};

describe("adding an attribute", () => {
  it("offers it in the category, its dump and the filters of search", async () => {
    const values = [{ id: "11", name: "Liviano" }];
    const answer = await add({ id: "BUILD", name: "Armado", value_type: "string", values, hint: "Cuál" });
    expect(answer.status).toBe(201);
    expect(await read("BUILD")).toEqual(answer.json());
    const all = await http.get("/sites/MLA/categories/all?withAttributes=true", { as });
    const dumped = all.json<Record<string, { attributes: CategoryAttribute[] }>>()[phones.id];
    expect(dumped?.attributes).toContainEqual(answer.json());
    const item = await listPhone({
      attributes: [{ id: "BUILD", name: "Armado", value_id: "11", value_name: "Liviano" }],
    });
    const found = await http.get(`/sites/MLA/search?category=${phones.id}&BUILD=11`, { as });
    expect(found.json()).toMatchObject({
      results: [{ id: item }],
      filters: expect.arrayContaining([expect.objectContaining({ id: "BUILD", name: "Armado" })]),
    });
  });

  it("is demanded of new items when it is required, and not of present ones", async () => {
    const item = await listPhone();
    await add({ id: "ORIGIN", name: "Origen", value_type: "string", tags: { required: true } });
    const body = { title: "Celular", category_id: phones.id, price: 1, currency_id: "ARS" };
    const { cause } = (await http.post("/items", { as: callers.seller, body })).json<{
      cause: { message: string }[];
    }>();
    expect(cause.map(({ message }) => message)).toContain("attribute ORIGIN is required");
    expect((await http.put(`/items/${item}`, { as: callers.seller, body: { price: 9 } })).status).toBe(200);
    await http.delete(`${path}/ORIGIN`, { as });
  });

  it("has no values where the list of them is empty, before a change and after it", async () => {
    const body = { id: "FREE", name: "Libre", value_type: "string", values: [] };
    const { values: _, ...free } = { ...body, tags: {} };
    expect((await add(body)).json()).toEqual(free);
    await change("FREE", { values: [{ id: "1", name: "Uno" }] });
    expect((await change("FREE", { values: [] })).json()).toEqual(free);
    expect(await read("FREE")).toEqual(free);
    await http.delete(`${path}/FREE`, { as });
  });

  it("happens once when two add it at once", async () => {
    const body = { id: "TWICE", name: "Dos", value_type: "string" };
    const both = await Promise.all([add(body), add(body)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it.each([
    [{ id: "brand", name: "x", value_type: "string" }, "body.id"],
    [{ id: "A", name: "x", value_type: "text" }, "body.value_type"],
    [{ ...weight, allowed_units: undefined }, "body.allowed_units"],
    [{ ...weight, default_unit: "lb" }, "body.default_unit"],
    [{ id: "A", name: "x", value_type: "string", default_unit: "g" }, "body.default_unit"],
    [{ id: "A", name: "x", value_type: "list" }, "body.values"],
    [{ id: "A", name: "x", value_type: "string", values: [{ name: "a" }, { name: "a" }] }, "body.values"],
    [{ id: "A", name: "x", value_type: "string", odd: 1 }, "body.odd"],
  ])("refuses %j", async (body, reference) => {
    const { cause } = expectProblem(await add(body), 400, "bad_request");
    expect(cause).toContainEqual(expect.objectContaining({ references: [reference] }));
  });
});

describe("changing an attribute", () => {
  it("changes what is given: tags one by one, null takes a field away", async () => {
    await add({ ...weight, hint: "En gramos", tags: { hidden: true, catalog_required: true } });
    const changed = await change("WEIGHT", { hint: null, tags: { hidden: false, required: true } });
    expect(changed.json()).toEqual({ ...weight, tags: { catalog_required: true, required: true } });
    expect(await read("WEIGHT")).toEqual(changed.json());
    expectProblem(await change("WEIGHT", { default_unit: null }), 400, "bad_request");
    expectProblem(await change("WEIGHT", { value_type: "string" }), 400, "bad_request");
    expect(await read("WEIGHT")).toEqual(changed.json());
  });

  it("keeps both of two changes that come at once", async () => {
    await add({ id: "BOTH", name: "Ambos", value_type: "string" });
    await Promise.all([change("BOTH", { hint: "a" }), change("BOTH", { tooltip: "b" })]);
    expect(await read("BOTH")).toMatchObject({ hint: "a", tooltip: "b" });
  });
});

describe("removing an attribute", () => {
  it("leaves the values of items, and is no filter any more", async () => {
    await add({ id: "GONE", name: "Ido", value_type: "string", values: [{ id: "1", name: "Uno" }] });
    const value = { id: "GONE", name: "Ido", value_id: "1", value_name: "Uno" };
    const item = await listPhone({ attributes: [value] });
    expect((await http.delete(`${path}/GONE`, { as })).status).toBe(204);
    expect(await read("GONE")).toBeUndefined();
    const { attributes } = (await http.get(`/items/${item}`, { as })).json<{ attributes: object[] }>();
    expect(attributes).toEqual([expect.objectContaining(value)]);
    const { filters } = (await http.get(`/sites/MLA/search?category=${phones.id}&GONE=1`, { as })).json<{
      filters: { id: string }[];
    }>();
    expect(filters.map(({ id }) => id)).not.toContain("GONE");
  });

  it("answers 404 for one that is not there, and for an unknown category", async () => {
    expectProblem(await http.delete(`${path}/NONE`, { as }), 404, "not_found");
    expectProblem(await change("NONE", {}), 404, "not_found");
    expectProblem(await http.put("/categories/MLA404/attributes/BRAND", { as, body: {} }), 404, "not_found");
  });
});

describe("the attributes of every category", () => {
  const ofEvery = ["SELLER_SKU", "GTIN", "ITEM_CONDITION"];
  const idsOf = async (target: string) =>
    (await http.get(target, { as })).json<CategoryAttribute[]>().map(({ id }) => id);

  it("are listed where the tree does not name them, with the conditions that the category takes", async () => {
    const root = phones.path[0] ?? "";
    expect(await idsOf(`/categories/${root}/attributes`)).toEqual(ofEvery);
    const cars = (await http.get(`/categories/${leafOf("MLA-CARS_AND_VANS").id}/attributes`, { as })).json<
      CategoryAttribute[]
    >();
    expect(cars.find(({ id }) => id === "ITEM_CONDITION")).toEqual({
      id: "ITEM_CONDITION",
      name: "Condición del ítem",
      tags: { hidden: true },
      hierarchy: "ITEM",
      relevance: 2,
      value_type: "list",
      value_max_length: 255,
      values: [
        { id: "2230284", name: "Nuevo" },
        { id: "2230581", name: "Usado" },
      ],
      attribute_group_id: "OTHERS",
      attribute_group_name: "Otros",
    });
  });

  it("are listed once where it names them", async () => {
    const ids = await idsOf(path);
    for (const id of ofEvery) expect(ids.filter((each) => each === id)).toEqual([id]);
  });

  it("can be changed in a category, and be as in the others again", async () => {
    const before = await read("ITEM_CONDITION");
    const answer = await change("ITEM_CONDITION", { tags: { required: true } });
    expect(answer.json()).toEqual({ ...before, tags: { hidden: true, required: true } });
    expect(await read("ITEM_CONDITION")).toEqual(answer.json());
    expect((await http.delete(`${path}/ITEM_CONDITION`, { as })).status).toBe(204);
    expect(await read("ITEM_CONDITION")).toEqual(before);
  });

  it("are there already, and stay", async () => {
    const body = { id: "ITEM_CONDITION", name: "x", value_type: "string" };
    expectProblem(await add(body), 409, "conflict");
    const message = "The attribute ITEM_CONDITION belongs to every category";
    expectProblem(await http.delete(`${path}/ITEM_CONDITION`, { as }), 409, "conflict", message);
  });

  it("are no filters of a search, unlike those of the category", async () => {
    const sku = { id: "SELLER_SKU", name: "SKU", value_id: null, value_name: "A-1" };
    const used = { id: "ITEM_CONDITION", name: "Condición", value_id: "2230581", value_name: "Usado" };
    const { id: categoryId } = leafOf("MLA-NOTEBOOKS");
    for (let count = 0; count < 3; count += 1)
      await listPhone({ domainId: "MLA-NOTEBOOKS", categoryId, attributes: [sku, used] });
    const { available_filters } = (await http.get(`/sites/MLA/search?category=${categoryId}`, { as })).json<{
      available_filters: { id: string }[];
    }>();
    expect(available_filters.map(({ id }) => id)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/SELLER_SKU|GTIN|ITEM_CONDITION/)]),
    );
  });
});

it("only operators change attributes", async () => {
  const { seller } = callers;
  const body = { id: "A", name: "x", value_type: "string" };
  expectProblem(await http.post(path, { as: seller, body }), 403, "forbidden");
  expectProblem(await http.put(`${path}/BRAND`, { as: seller, body: {} }), 403, "forbidden");
  expectProblem(await http.delete(`${path}/BRAND`, { as: seller }), 403, "forbidden");
});
