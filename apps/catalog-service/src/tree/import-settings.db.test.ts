import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callers } from "@marketplace/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCatalog } from "../catalog.fixture.ts";
import { CategorySettings } from "../categories/categories.schema.ts";
import { importCategories } from "../index.ts";

const { http, deps } = await startCatalog();
const as = callers.seller;
const folder = mkdtempSync(join(tmpdir(), "tree-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const keys = Object.keys(CategorySettings.shape);
const category = (settings: unknown, more: object = {}) => ({
  id: "MLA1",
  name: "Cosas",
  path_from_root: [{ id: "MLA1", name: "Cosas" }],
  settings,
  ...more,
});
async function load(content: object): Promise<string> {
  const file = join(folder, "tree.json");
  writeFileSync(file, JSON.stringify({ MLA1: content }));
  return importCategories(deps, { file, site: "MLA" }).then(
    () => "imported",
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

/** The stored category, and whether items can be listed, changed and found there. */
async function statuses(): Promise<number[]> {
  const body = { title: "Una cosa", category_id: "MLA1", price: 100, currency_id: "ARS" };
  const listed = await http.post("/items", { as, body });
  const { id } = listed.json<{ id: string }>();
  const answers = [
    listed,
    await http.put(`/items/${id}`, { as, body: { price: 200, condition: "new", title: "Otra cosa" } }),
    await http.get(`/items/${id}`, { as }),
    await http.get("/categories/MLA1", { as }),
    await http.get("/categories/MLA1/attributes", { as }),
    await http.get("/categories/MLA1/shipping_preferences", { as }),
    await http.get("/sites/MLA/search?category=MLA1", { as }),
    await http.get("/sites/MLA/categories/all?withAttributes=true", { as }),
    await http.get("/sites/MLA/domain_discovery/search?q=cosa", { as }),
  ];
  return answers.map(({ status }) => status);
}
const fine = [201, ...Array(8).fill(200)];
const nulls = Object.fromEntries(keys.map((key) => [key, null]));

describe("the settings of an imported category", () => {
  it("have defaults where the file has null, so that items can be listed", async () => {
    const attributes = [
      { id: "BRAND", name: "Marca", tags: null, values: null, value_type: null, hierarchy: null },
    ];
    const rest = { attribute_types: null, attributable: null, date_created: null, children_categories: null };
    expect(await load(category(nulls, { ...rest, attributes, picture: null }))).toBe("imported");
    expect(await statuses()).toEqual(fine);
    const { settings } = (await http.get("/categories/MLA1", { as })).json<{ settings: object }>();
    expect(CategorySettings.safeParse(settings).error).toBeUndefined();
    expect(settings).toMatchObject({ currencies: ["ARS"], max_title_length: 256, vertical: null });
  });

  it("may be null or missing", async () => {
    expect(await load(category(null))).toBe("imported");
    expect(await load(category(undefined))).toBe("imported");
    expect(await statuses()).toEqual(fine);
  });

  it("decide about the shipping preferences of a new one, defaults included", async () => {
    const file = join(folder, "tree-mpe.json");
    const path_from_root = [{ id: "MPE1", name: "Cosas" }];
    writeFileSync(file, JSON.stringify({ MPE1: { id: "MPE1", name: "Cosas", path_from_root } }));
    await importCategories(deps, { file, site: "MPE" });
    const shown = (await http.get("/categories/MPE1", { as })).json();
    expect(shown).toMatchObject({ settings: { shipping_modes: expect.arrayContaining(["me2"]) } });
    const preferences = (await http.get("/categories/MPE1/shipping_preferences", { as })).json();
    expect(preferences).toMatchObject({ logistics: [{ mode: "me2" }] });
  });

  it.each(keys)("are refused when %s is of another type", async (key) => {
    expect(await load(category({ [key]: { odd: true } }))).toMatch(
      new RegExp(`^ImportRefused: line 1 of tree\\.json: category MLA1: settings\\.${key}: .+$`),
    );
  });

  it("keep unknown fields, also nulls", async () => {
    const unknown = { new_setting: null, other: { a: [1] } };
    expect(await load(category(unknown))).toBe("imported");
    expect((await http.get("/categories/MLA1", { as })).json()).toMatchObject({ settings: unknown });
  });
});

describe("settings that an earlier release stored without validation", () => {
  beforeAll(async () => {
    await load(category({}));
  });
  const odd = Object.fromEntries(keys.map((key) => [key, { odd: true }]));
  it.each<[string, unknown]>([
    ["null for every key", nulls],
    ["another type for every key", odd],
    ["no key at all", {}],
    ["a text for a flag", { ...nulls, listing_allowed: "maybe", buying_modes: "auction" }],
  ])("get defaults for %s", async (_, settings) => {
    const text = JSON.stringify(settings);
    await deps.db.client.$executeRaw`UPDATE categories SET settings = ${text}::json WHERE id = 'MLA1'`;
    await deps.db.client.$executeRaw`DELETE FROM tree_dumps`;
    expect(await statuses()).toEqual(fine);
    const { settings: read } = (await http.get("/categories/MLA1", { as })).json<{ settings: object }>();
    expect(CategorySettings.safeParse(read).error).toBeUndefined();
  });
});
