import { callers } from "@marketplace/testkit";
import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { describe, expect, it } from "vitest";
import { leafOf, startCatalog } from "../catalog.fixture.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { importCategories, previewImport, type TreePreview } from "../index.ts";
import { category, ofEveryCategory, type Tree, treeFiles } from "./tree-files.fixture.ts";

const { http, deps, listPhone } = await startCatalog();
const as = callers.buyer;
const { fileOf } = treeFiles();

const all = "/sites/MLA/categories/all";
const plainDump = async () => (await http.get(all, { as })).json<Tree>();
const fullDump = async () => (await http.get(`${all}?withAttributes=true`, { as })).json<Tree>();
const preview = (content: object, site = "MLA") => previewImport(deps, { file: fileOf(content), site });
const load = (content: object, site = "MLA") => importCategories(deps, { file: fileOf(content), site });

const none = {
  categories: { added: 0, changed: 0, moved: 0, removed: 0 },
  attributes: { added: 0, changed: 0, removed: 0 },
  values: { added: 0, changed: 0, removed: 0 },
  items: { in_removed_categories: 0, under_another_path: 0 },
};
const attribute = (id: string, more: object = {}) => ({
  id,
  name: id,
  value_type: "string",
  tags: {},
  ...more,
});
const attributesOf = async (id: string) =>
  (await http.get(`/categories/${id}/attributes`, { as })).json<CategoryAttribute[]>();

describe("a dump without attributes", () => {
  it("leaves the attributes of every category as they are", async () => {
    const before = await fullDump();
    expect(await load(await plainDump())).toMatchObject(none);
    expect(await fullDump()).toEqual(before);
  });

  it("gives new categories none, and does not make an item without BRAND acceptable", async () => {
    const phones = leafOf("MLA-CELLPHONES");
    const tree = await plainDump();
    tree.MLA777 = category("MLA777", ["MLA777"]);
    expect((await load(tree)).categories.added).toBe(1);
    expect(await attributesOf("MLA777")).toEqual(ofEveryCategory);
    const body = { title: "Celular", category_id: phones.id, price: 100, currency_id: "ARS" };
    const answer = await http.post("/items", { as: callers.seller, body });
    const { cause } = answer.json<{ cause: { message: string }[] }>();
    expect(cause.map(({ message }) => message)).toContain("attribute BRAND is required");
  });

  it("keeps a category's attributes where only others of the file have some", async () => {
    const phones = leafOf("MLA-CELLPHONES");
    const before = await attributesOf(phones.id);
    const tree = await plainDump();
    tree.MLA777 = category("MLA777", ["MLA777"], { attributes: [attribute("SIZE")] });
    expect((await load(tree)).attributes).toEqual({ added: 1, changed: 0, removed: 0 });
    expect(await attributesOf(phones.id)).toEqual(before);
  });

  it("gives a category that comes back the attributes it had", async () => {
    const phones = leafOf("MLA-CELLPHONES");
    await listPhone();
    const before = await attributesOf(phones.id);
    const whole = await plainDump();
    const { [phones.id]: _, ...without } = structuredClone(whole);
    for (const one of Object.values(without)) one.children_categories = undefined;
    await load(without);
    await load(whole);
    expect(await attributesOf(phones.id)).toEqual(before);
  });
});

describe("a preview", () => {
  const tree = () => ({
    MLU1: category("MLU1", ["MLU1"]),
    MLU2: category("MLU2", ["MLU1", "MLU2"], {
      attributes: [
        attribute("COLOR", { values: [1, 2, 3].map((n) => ({ id: `${n}`, name: `Color ${n}` })) }),
        attribute("BRAND"),
        attribute("MODEL"),
      ],
    }),
    MLU3: category("MLU3", ["MLU1", "MLU3"]),
    MLU4: category("MLU4", ["MLU4"]),
  });
  const next = () => {
    const { MLU3: _, ...rest } = tree();
    const values = [
      { id: "1", name: "Color 1" },
      { id: "2", name: "Otro" },
      { id: "4", name: "Color 4" },
    ];
    const attributes = [
      attribute("COLOR", { values }),
      attribute("BRAND", { tags: { required: true } }),
      attribute("SIZE"),
    ];
    return {
      ...rest,
      MLU2: { ...category("MLU2", ["MLU2"], { attributes }), name: "Category MLU2" },
      MLU4: { ...rest.MLU4, name: "Otra", path_from_root: [{ id: "MLU4", name: "Otra" }], settings: {} },
      MLU5: category("MLU5", ["MLU5"]),
    };
  };

  it("counts what would be added, changed, moved and lost, and changes nothing", async () => {
    await load(tree(), "MLU");
    const before = (await http.get("/sites/MLU/categories/all?withAttributes=true", { as })).text;
    const seen = await preview(next(), "MLU");
    expect(seen.changes).toEqual({
      categories: { added: 1, changed: 1, moved: 1, removed: 1 },
      attributes: { added: 1, changed: 2, removed: 1 },
      values: { added: 1, changed: 1, removed: 1 },
      items: { in_removed_categories: 0, under_another_path: 0 },
    });
    expect(seen.loses).toBe(true);
    expect(seen.named).toEqual([
      { kind: "removed", text: "MLU2 Category MLU2: attribute MODEL" },
      { kind: "removed", text: "MLU2 Category MLU2: 1 value of COLOR" },
      { kind: "removed", text: "MLU3 Category MLU3" },
      { kind: "moved", text: "MLU2 Category MLU2 from MLU1 to the top" },
      { kind: "changed", text: "MLU2 Category MLU2: attribute BRAND" },
      {
        kind: "changed",
        text: "MLU4 Otra: name, settings.catalog_domain, settings.max_title_length, settings.shipping_modes",
      },
      { kind: "added", text: "MLU2 Category MLU2: attribute SIZE" },
      { kind: "added", text: "MLU5 Category MLU5" },
    ]);
    expect((await http.get("/sites/MLU/categories/all?withAttributes=true", { as })).text).toBe(before);
  });

  it("counts the same as the import that follows", async () => {
    const { changes } = await preview(next(), "MLU");
    expect(await load(next(), "MLU")).toMatchObject({ loaded: 4, deleted: 1, retired: 0, ...changes });
    expect(await preview(next(), "MLU")).toEqual({ changes: none, named: [], loses: false });
  });

  it("counts the items of categories that go or move", async () => {
    const { id, path } = leafOf("MLA-CELLPHONES");
    await load(await plainDump());
    await listPhone();
    await listPhone({ status: "paused" });
    const whole = await plainDump();
    const { [id]: phones, ...without } = whole;
    for (const one of Object.values(whole)) one.children_categories = undefined;
    const listed = Number((await deps.tree.itemsIn([id])).items);
    const removed = await preview(without);
    expect(removed.changes.items).toEqual({ in_removed_categories: listed, under_another_path: 0 });
    const path_from_root = [{ id, name: phones?.name }];
    const { changes } = await preview({ ...whole, [id]: { ...phones, path_from_root } });
    expect(changes.categories.moved).toBe(1);
    expect(changes.items.under_another_path).toBe((await deps.tree.itemsIn([id])).active);
    expect(path.length).toBeGreaterThan(1);
  });
});

it("counts the items of retired categories below one that is renamed, which follow it", async () => {
  const named = (name: string) => ({
    ...category("MPE1", ["MPE1"]),
    name,
    path_from_root: [{ id: "MPE1", name }],
  });
  await load({ MPE1: named("Uno"), MPE2: category("MPE2", ["MPE1", "MPE2"]) }, "MPE");
  const id = await listPhone({ siteId: "MPE", categoryId: "MPE2", domainId: null });
  expect(await load({ MPE1: named("Uno") }, "MPE")).toMatchObject({ retired: 1 });
  expect((await preview({ MPE1: named("Uno") }, "MPE")).changes).toEqual(none);
  const seen = await preview({ MPE1: named("Otro") }, "MPE");
  expect(seen.changes.items).toEqual({ in_removed_categories: 0, under_another_path: 1 });
  expect(await load({ MPE1: named("Otro") }, "MPE")).toMatchObject(seen.changes);
  const path = (await http.get("/categories/MPE2", { as })).json<{ path_from_root: { name: string }[] }>();
  expect(path.path_from_root[0]?.name).toBe("Otro");
  expect((await deps.items.get(id)).status).toBe("active");
});

it("items follow their category into the domain that an import gives it", async () => {
  const tree = (catalog_domain: string | null) => ({
    MLU1: category("MLU1", ["MLU1"], { settings: { catalog_domain } }),
    MLU2: category("MLU2", ["MLU2"]),
  });
  await load(tree("MLU-LAMPS"), "MLU");
  const ofCategory = (categoryId: string) => listPhone({ siteId: "MLU", categoryId, domainId: null });
  const [id, other] = [await ofCategory("MLU1"), await ofCategory("MLU2")];
  const domainsOf = async () => [(await deps.items.get(id)).domainId, (await deps.items.get(other)).domainId];
  for (const domain of ["MLU-BULBS", null]) {
    await load(tree(domain), "MLU");
    expect(await domainsOf()).toEqual([domain, null]);
    expect((await http.get(`/items/${id}`, { as })).json()).toMatchObject({ domain_id: domain });
  }
});

describe("an import that shows its preview", () => {
  const asked = (content: object, onPreview: (seen: TreePreview) => Promise<void> | void) =>
    importCategories(deps, { file: fileOf(content), site: "MCO", onPreview });
  const one = { MCO1: category("MCO1", ["MCO1"]) };
  const two = { ...one, MCO2: category("MCO2", ["MCO2"]) };
  const ids = async () => Object.keys((await http.get("/sites/MCO/categories/all", { as })).json<Tree>());

  it("changes nothing when it is declined", async () => {
    await load(two, "MCO");
    const declined = asked(one, () => {
      throw new Error("no");
    });
    await expect(declined).rejects.toThrow("no");
    expect(await ids()).toEqual(["MCO1", "MCO2"]);
  });

  it("is refused when the tree would lose more by then", async () => {
    const three = { ...two, MCO3: category("MCO3", ["MCO3"]) };
    const agreed = asked(one, async ({ changes }) => {
      expect(changes.categories.removed).toBe(1);
      await asAnotherRequest(() => load(three, "MCO"));
    });
    await expect(agreed).rejects.toThrow("The tree of MCO has changed meanwhile, and nothing was imported");
    expect(await ids()).toEqual(["MCO1", "MCO2", "MCO3"]);
  });
});
