import { callers, conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { leafOf, smallTree, startCatalog } from "../catalog.fixture.ts";
import { currenciesResource } from "../currencies/currencies.resource.ts";
import { settingsFor } from "../demo/settings.ts";
import { descriptionsResource } from "../items/descriptions.resource.ts";
import { sitesResource } from "../sites/sites.resource.ts";
import {
  categoriesResource,
  categoryAttributesResource,
  shippingPreferencesResource,
} from "./categories.resource.ts";
import type { CategoryWire } from "./categories.schema.ts";
import type { CategoryAttribute } from "./category-attributes.schema.ts";

const { http, clock, listPhone } = await startCatalog();
const as = callers.buyer;
const phones = leafOf("MLA-CELLPHONES");
const [root = ""] = phones.path;

const read = async (id: string) => (await http.get(`/categories/${id}`, { as })).json<CategoryWire>();

describe("the category tree", () => {
  it("lists the first level of a site", async () => {
    const roots = smallTree("MLA").filter(({ parentId }) => parentId === null);
    const answer = await http.get("/sites/MLA/categories", { as });
    expect(answer.json()).toEqual(roots.map(({ id, name }) => ({ id, name })));
  });

  it("is empty on a site that has no tree", async () => {
    expect((await http.get("/sites/MLU/categories", { as })).json()).toEqual([]);
  });

  it("leads from the root to a leaf and back", async () => {
    const { children_categories, path_from_root } = await read(root);
    expect(path_from_root).toEqual([{ id: root, name: expect.any(String) }]);
    expect(children_categories.map(({ id }) => id)).toContain(phones.path[1]);
    expect((await read(phones.id)).path_from_root).toEqual(phones.pathFromRoot);
  });

  it("has every setting of the specification, in its order", async () => {
    const { settings } = await read(leafOf("MLA-CARS_AND_VANS").id);
    expect(Object.keys(settings)).toEqual(Object.keys(settingsFor("MLA", "vehicles", { domain: null })));
    expect(settings).toMatchObject({ vertical: "motors", max_title_length: 60, max_pictures_per_item: 15 });
  });

  it("counts active items with those of descendants, at most a minute later", async () => {
    const before = (await read(root)).total_items_in_this_category;
    await listPhone();
    await listPhone({ status: "paused" });
    clock.advance(60_000);
    const after = await read(root);
    expect(after.total_items_in_this_category).toBe(before + 1);
    expect(
      after.children_categories.find(({ id }) => id === phones.path[1])?.total_items_in_this_category,
    ).toBeGreaterThan(0);
  });

  it.each([-5, 5])(
    "counts active items at most a minute later when the clock is set by %s hours",
    async (hours) => {
      const total = async () => (await read(root)).total_items_in_this_category;
      const before = await total();
      await listPhone();
      clock.step(hours * 3_600_000);
      clock.advance(60_000);
      expect(await total()).toBe(before + 1);
      clock.step(-hours * 3_600_000);
    },
  );

  it("gives attributes only the tags that hold; required ones are true", async () => {
    const { id } = leafOf("MLA-CARS_AND_VANS");
    const attributes = (await http.get(`/categories/${id}/attributes`, { as })).json<CategoryAttribute[]>();
    expect(attributes.map((attribute) => attribute.id)).toEqual(
      expect.arrayContaining(["BRAND", "MODEL", "VEHICLE_YEAR", "TRIM"]),
    );
    for (const { tags } of attributes) expect(Object.values(tags)).not.toContain(false);
    const required = attributes.filter(({ tags }) => "required" in tags);
    expect(required.map((attribute) => attribute.id)).toEqual(["BRAND", "MODEL", "VEHICLE_YEAR"]);
    for (const { tags } of required) expect(tags.required).toBe(true);
  });

  it("gives measures their units, colors their type and values their metadata", async () => {
    const attributes = (await http.get(`/categories/${phones.id}/attributes`, { as })).json<
      CategoryAttribute[]
    >();
    const named = new Map(attributes.map((attribute) => [attribute.id, attribute]));
    expect(named.get("INTERNAL_MEMORY")).toMatchObject({
      value_type: "number_unit",
      allowed_units: [
        { id: "GB", name: "GB" },
        { id: "MB", name: "MB" },
        { id: "TB", name: "TB" },
      ],
      default_unit: "GB",
    });
    expect(named.get("COLOR")).toMatchObject({
      type: "color",
      values: expect.arrayContaining([
        { id: expect.any(String), name: "Negro", metadata: { rgb: "000000" } },
      ]),
    });
    expect(named.get("GTIN")).toMatchObject({ hint: expect.any(String), tooltip: expect.any(String) });
  });

  it("answers how a category ships", async () => {
    const { id } = phones;
    const answer = await http.get(`/categories/${id}/shipping_preferences`, { as });
    expect(answer.json()).toEqual({ category_id: id, logistics: phones.logistics });
  });

  it.each([
    ["/sites/MLX", 404, "not_found", "Site not found: MLX"],
    ["/sites/MLX/categories", 404, "not_found", "Site not found: MLX"],
    ["/sites/mla/categories", 400, "bad_request", undefined],
    ["/categories/MLA999999999", 404, "not_found", "Category not found: MLA999999999"],
    ["/categories/MLA999999999/attributes", 404, "not_found", "Category not found: MLA999999999"],
    ["/categories/MLA999999999/shipping_preferences", 404, "not_found", "Category not found: MLA999999999"],
    ["/categories/phones", 400, "bad_request", undefined],
    ["/currencies/XXX", 404, "not_found", "Currency not found: XXX"],
    ["/currencies/pesos", 400, "bad_request", undefined],
    ["/items/MLA1/description", 404, "not_found", "Item with id MLA1 not found"],
    ["/items/12", 400, "bad_request", undefined],
    ["/items", 400, "bad_request", undefined],
    ["/items?ids=,", 400, "bad_request", undefined],
    [`/items?ids=${"MLA1,".repeat(21)}`, 400, "bad_request", undefined],
  ] as const)("answers %s with %i", async (path, status, error, message) => {
    expectProblem(await http.get(path, { as }), status, error, message);
  });
});

describe("reading many items", () => {
  it("answers in the order of the ids, each with its own status, filtered body by body", async () => {
    const [a, b] = [await listPhone(), await listPhone()];
    const answer = await http.get(`/items?ids=${b},MLA1,${a}&attributes=id,shipping.mode`, { as });
    expect(answer.json()).toEqual([
      { code: 200, body: { id: b, shipping: { mode: "me2" } } },
      {
        code: 404,
        body: { message: "Item with id MLA1 not found", error: "not_found", status: 404, cause: [] },
      },
      { code: 200, body: { id: a, shipping: { mode: "me2" } } },
    ]);
  });
});

let item: Promise<string> | undefined;
const knownItem = (): Promise<string> => {
  item ??= listPhone();
  return item;
};

const { operator } = callers;
const attributes = [{ id: "BRAND", name: "Marca", value_type: "string" }];
const ownCategory = async () => {
  const body = { site_id: "MPE", name: "Cosas", attributes };
  return (await http.post("/categories", { as: operator, body })).json<CategoryWire>().id;
};

conforms(sitesResource, { http, examples: { listSites: {}, getSite: { params: { id: "MLA" } } } });
conforms(currenciesResource, {
  http,
  examples: { listCurrencies: {}, getCurrency: { params: { id: "CLP" } } },
});
conforms(categoriesResource, {
  http,
  // The file of a category tree may put anything there.
  freeForm: ["CategorySettings.restrictions[]", "CategorySettings.tags[]"],
  examples: {
    listSiteCategories: { params: { site_id: "MLA" } },
    getCategory: { params: { id: phones.id } },
    createCategory: { as: operator, body: { site_id: "MPE", name: "Cosas" } },
    changeCategory: async () => ({
      as: operator,
      params: { id: await ownCategory() },
      body: { name: "Otra" },
    }),
    retireCategory: async () => ({ as: operator, params: { id: await ownCategory() } }),
  },
});
conforms(categoryAttributesResource, {
  http,
  examples: {
    listSaleTerms: { params: { id: phones.id } },
    listCategoryAttributes: { params: { id: phones.id } },
    addCategoryAttribute: async () => ({
      as: operator,
      params: { id: await ownCategory() },
      body: { id: "SIZE", name: "Talle", value_type: "string" },
    }),
    changeCategoryAttribute: async () => ({
      as: operator,
      params: { id: await ownCategory(), attribute_id: "BRAND" },
      body: { hint: "La marca" },
    }),
    removeCategoryAttribute: async () => ({
      as: operator,
      params: { id: await ownCategory(), attribute_id: "BRAND" },
    }),
  },
});
conforms(shippingPreferencesResource, {
  http,
  examples: { getShippingPreferences: { params: { id: phones.id } } },
});
conforms(descriptionsResource, {
  http,
  as: callers.seller,
  examples: {
    getItemDescription: async () => ({ params: { id: await knownItem() } }),
    getItemDescriptionById: async () => {
      const id = await knownItem();
      return { params: { id, description_id: `${id}-1` } };
    },
    createItemDescription: async () => ({
      params: { id: await listPhone({ description: "" }) },
      body: { plain_text: "Nuevo" },
    }),
    updateItemDescription: async () => ({ params: { id: await listPhone() }, body: { plain_text: "Nuevo" } }),
  },
});
