import { createHash } from "node:crypto";
import { get as httpGet, type IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { baseUrl, get } from "../api/api.ts";
import { fixtures, users } from "../api/world.ts";

const as = users.buyer_mla;
const read = async <T>(path: string): Promise<T> => {
  const answer = await get(path, { as });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<T>();
};

interface Category {
  id: string;
  name: string;
  total_items_in_this_category: number;
  path_from_root: { id: string; name: string }[];
  children_categories: { id: string; name: string; total_items_in_this_category: number }[];
  settings: Record<string, unknown>;
}
interface Attribute {
  id: string;
  tags: { required?: true };
  type?: string;
  value_type: string;
  values?: { id: string; name: string }[];
  allowed_units?: { id: string; name: string }[];
  default_unit?: string;
  hint?: string;
  tooltip?: string;
}

const settings = [
  "adult_content",
  "buying_allowed",
  "buying_modes",
  "catalog_domain",
  "coverage_areas",
  "currencies",
  "fragile",
  "immediate_payment",
  "item_conditions",
  "items_reviews_allowed",
  "listing_allowed",
  "max_description_length",
  "max_pictures_per_item",
  "max_pictures_per_item_var",
  "max_sub_title_length",
  "max_title_length",
  "maximum_price",
  "minimum_price",
  "mirror_category",
  "mirror_master_category",
  "mirror_slave_categories",
  "price",
  "reservation_allowed",
  "restrictions",
  "rounded_address",
  "seller_contact",
  "shipping_modes",
  "shipping_options",
  "shipping_profile",
  "show_contact_information",
  "simple_shipping",
  "stock",
  "sub_vertical",
  "subscribable",
  "tags",
  "vertical",
  "vip_subdomain",
  "buyer_protection_programs",
  "status",
];

describe("sites and currencies", () => {
  test("every site is listed with its currency", async () => {
    const sites = await read<object[]>("/sites");
    const known = {
      MLA: "ARS",
      MLB: "BRL",
      MLM: "MXN",
      MLC: "CLP",
      MCO: "COP",
      MLU: "UYU",
      MPE: "PEN",
      MEC: "USD",
    };
    for (const [id, default_currency_id] of Object.entries(known))
      expect(sites).toContainEqual({ id, name: expect.any(String), default_currency_id });
    expect(await read("/sites/MLA")).toMatchObject({ id: "MLA", default_currency_id: "ARS" });
  });

  test("currencies have id, description, symbol and decimal places", async () => {
    const all = await read<{ id: string }[]>("/currencies");
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(["ARS", "BRL", "MXN", "CLP", "USD"]));
    const peso = { id: "ARS", description: expect.any(String), symbol: "$", decimal_places: 2 };
    expect(all).toContainEqual(peso);
    expect(await read("/currencies/ARS")).toEqual(peso);
    expect(await read("/currencies/CLP")).toMatchObject({ decimal_places: 0 });
  });
});

describe("categories", () => {
  test.each(["MLA", "MLB", "MLC"])("%s has a list of {id, name}", async (site) => {
    const list = await read<{ id: string; name: string }[]>(`/sites/${site}/categories`);
    expect(list.length).toBeGreaterThan(3);
    for (const category of list)
      expect(category).toEqual({
        id: expect.stringMatching(`^${site}\\d+$`),
        name: expect.stringMatching(/\w/),
      });
  });

  test("a category has every field and every setting", async () => {
    const category = await read<Category>(`/categories/${fixtures.category_leaf}`);
    expect(Object.keys(category)).toEqual([
      "id",
      "name",
      "picture",
      "permalink",
      "total_items_in_this_category",
      "path_from_root",
      "children_categories",
      "attribute_types",
      "settings",
      "meta_categ_id",
      "attributable",
      "date_created",
    ]);
    expect(Object.keys(category.settings).toSorted()).toEqual(settings.toSorted());
    expect(category.path_from_root.at(-1)).toEqual({ id: category.id, name: category.name });
    expect(category.children_categories).toEqual([]);
    expect(category.path_from_root[0]?.id).toBe(fixtures.category_root);
  });

  test("a root counts the items of what is below it", async () => {
    const root = await read<Category>(`/categories/${fixtures.category_root}`);
    expect(root.path_from_root).toEqual([{ id: root.id, name: root.name }]);
    expect(root.children_categories.length).toBeGreaterThan(0);
    for (const child of root.children_categories)
      expect(Object.keys(child)).toEqual(["id", "name", "total_items_in_this_category"]);
    const below = root.children_categories.reduce(
      (sum, child) => sum + child.total_items_in_this_category,
      0,
    );
    expect(below).toBeGreaterThan(0);
    expect(root.total_items_in_this_category).toBeGreaterThanOrEqual(below);
  });

  test("a vehicle category has the observed settings and attributes", async () => {
    const category = await read<Category>(`/categories/${fixtures.category_vehicles}`);
    expect(category.settings).toMatchObject({
      max_title_length: 60,
      max_sub_title_length: 70,
      max_description_length: 50_000,
      max_pictures_per_item: 15,
      max_pictures_per_item_var: 6,
      vertical: "motors",
      buying_modes: ["classified"],
      reservation_allowed: "mandatory",
    });
    const attributes = await read<Attribute[]>(`/categories/${fixtures.category_vehicles}/attributes`);
    expect(attributes.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["BRAND", "MODEL", "VEHICLE_YEAR", "TRIM"]),
    );
  });

  test("attributes have only tags that hold, measures have units; free ones have no values", async () => {
    const attributes = await read<Attribute[]>(`/categories/${fixtures.category_leaf}/attributes`);
    expect(attributes.some(({ tags }) => tags.required)).toBe(true);
    for (const {
      values,
      type: _,
      hint: __,
      tooltip: ___,
      allowed_units,
      default_unit,
      ...attribute
    } of attributes) {
      for (const holds of Object.values(attribute.tags)) expect(holds).toBe(true);
      if (attribute.value_type === "number_unit")
        expect(allowed_units?.map(({ id }) => id)).toContain(default_unit);
      expect(attribute).toEqual({
        id: expect.any(String),
        name: expect.any(String),
        tags: expect.any(Object),
        hierarchy: expect.any(String),
        relevance: expect.any(Number),
        value_type: expect.any(String),
        value_max_length: expect.any(Number),
        attribute_group_id: expect.any(String),
        attribute_group_name: expect.any(String),
      });
      for (const value of values ?? [])
        expect(value).toMatchObject({ id: expect.any(String), name: expect.any(String) });
    }
  });

  test("shipping preferences list modes and their types, of the five there are", async () => {
    const { category_id, logistics } = await read<{
      category_id: string;
      logistics: { types: string[]; mode: string }[];
    }>(`/categories/${fixtures.category_leaf}/shipping_preferences`);
    expect(category_id).toBe(fixtures.category_leaf);
    const types = logistics.flatMap((entry) => entry.types);
    expect(types).toContain("self_service");
    for (const type of types)
      expect(["drop_off", "xd_drop_off", "self_service", "cross_docking", "fulfillment"]).toContain(type);
  });
});

/** The compressed bytes of the dump. */
function download(path: string): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  const headers = { Authorization: `Bearer ${as.access_token}` };
  return new Promise((resolve, reject) => {
    httpGet(baseUrl + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      response.on("end", () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
    }).on("error", reject);
  });
}

describe("the tree dump", () => {
  test.each(["", "?withAttributes=true"])("categories/all%s is gzip whose MD5 agrees", async (query) => {
    const { headers, bytes } = await download(`/sites/MLA/categories/all${query}`);
    expect(headers["content-encoding"]).toBe("gzip");
    const json = gunzipSync(bytes);
    expect(headers["x-content-md5"]).toBe(createHash("md5").update(json).digest("hex"));
    expect(Date.parse(String(headers["x-content-created"]))).toBeLessThanOrEqual(Date.now());
    const tree: Record<string, Category & { attributes?: Attribute[] }> = JSON.parse(json.toString());
    expect(Object.keys(tree).length).toBeGreaterThan(100);
    for (const [id, category] of Object.entries(tree)) expect(category.id).toBe(id);
    expect(tree[fixtures.category_leaf]?.path_from_root[0]?.id).toBe(fixtures.category_root);
    expect(tree[fixtures.category_vehicles]?.attributes !== undefined).toBe(query !== "");
  });

  test("the two forms have an MD5 each, and attributes does not filter them", async () => {
    const md5 = async (query: string) =>
      (await download(`/sites/MLA/categories/all${query}`)).headers["x-content-md5"];
    expect(await md5("?withAttributes=true")).not.toBe(await md5(""));
    expect(await md5("?attributes=id")).toBe(await md5(""));
  });
});
