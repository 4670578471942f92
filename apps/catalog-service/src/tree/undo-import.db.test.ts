import { callers } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { leafOf, startCatalog } from "../catalog.fixture.ts";
import { importCategories, previewUndo, undoImport } from "../index.ts";
import { category, type Tree, treeFiles } from "./tree-files.fixture.ts";

const { http, deps, replica, clock, listPhone } = await startCatalog();
const other = await replica();
const as = callers.buyer;
const { fileOf } = treeFiles();

const dump = async (site = "MLA") =>
  (await http.get(`/sites/${site}/categories/all?withAttributes=true`, { as })).json<Tree>();
const load = (content: object, site = "MLA") => importCategories(deps, { file: fileOf(content), site });
const shipping = async (id: string) =>
  (await http.get(`/categories/${id}/shipping_preferences`, { as })).json();

/** The tree without the leaf, and with another category and other attributes. */
async function anotherTree(leaf: string): Promise<Tree> {
  const { [leaf]: _, ...tree } = await dump();
  for (const one of Object.values(tree)) {
    one.children_categories = undefined;
    one.attributes = [];
  }
  return { ...tree, MLA909: category("MLA909", ["MLA909"]) };
}

describe("undoing an import", () => {
  const phones = leafOf("MLA-CELLPHONES");
  const optIn = leafOf("MLA-FLAMMABLE_SOLVENTS");

  it("puts tree, attributes and shipping preferences back, in any process", async () => {
    const item = await listPhone({ title: "Teléfono de antes" });
    await load(await dump());
    const before = await dump();
    const preferences = await shipping(phones.id);
    const { [optIn.id]: _, ...rest } = await anotherTree(phones.id);
    const done = await load(rest);
    expect(done).toMatchObject({ retired: 1, categories: { added: 1, removed: 2 } });
    expect((await http.get(`/categories/${optIn.id}`, { as })).status).toBe(404);
    const undone = await undoImport(other, { site: "MLA" });
    expect(undone).toMatchObject({
      deleted: 1,
      categories: { added: 2, removed: 1 },
      import_undone: clock.now(),
    });
    expect(await dump()).toEqual(before);
    expect(await shipping(phones.id)).toEqual(preferences);
    expect((await deps.categories.get(optIn.id)).flexOptInOnly).toBe(true);
    const found = await http.get(`/sites/MLA/search?category=${phones.path[0]}&q=antes`, { as });
    expect(found.json<{ results: { id: string }[] }>().results.map(({ id }) => id)).toEqual([item]);
  });

  it("is refused a second time, and where nothing was imported", async () => {
    await expect(undoImport(deps, { site: "MLA" })).rejects.toThrow(
      "There is no import of MLA to undo: none has changed its tree, or the last one is undone already",
    );
    await expect(previewUndo(deps, { site: "MPE" })).rejects.toThrow("There is no import of MPE to undo");
    await expect(undoImport(deps, { site: "MLX" })).rejects.toThrow("Site not found: MLX");
  });

  it("retires again what was retired before", async () => {
    await listPhone();
    const whole = await dump();
    await load(await anotherTree(phones.id));
    const without = await dump();
    await load(whole);
    await undoImport(deps, { site: "MLA" });
    expect(await dump()).toEqual(without);
    expect((await http.get(`/categories/${phones.id}`, { as })).status).toBe(200);
    await load(whole);
  });

  it("is of the last import that changed something", async () => {
    const before = await dump();
    await load(await anotherTree(phones.id));
    await load(await dump());
    expect(await previewUndo(deps, { site: "MLA" })).toMatchObject({
      laterChanges: 0,
      loses: true,
      changes: { categories: { added: 1, removed: 1 } },
    });
    await undoImport(deps, { site: "MLA" });
    expect(await dump()).toEqual(before);
  });

  it("says how many single changes came after the import, and undoes them as well", async () => {
    const before = await dump();
    await load(await anotherTree(phones.id));
    const change = (name: string) => http.put("/categories/MLA909", { as: callers.operator, body: { name } });
    for (const name of ["Una", "Otra"]) expect((await change(name)).status).toBe(200);
    expect(await previewUndo(deps, { site: "MLA" })).toMatchObject({ laterChanges: 2 });
    await undoImport(deps, { site: "MLA" });
    expect(await dump()).toEqual(before);
  });

  it("of the first import of a site leaves it without a tree", async () => {
    await load({ MCO1: category("MCO1", ["MCO1"]) }, "MCO");
    await undoImport(deps, { site: "MCO" });
    expect(await dump("MCO")).toEqual({});
  });

  it("happens once when two ask for it at once", async () => {
    await load(await anotherTree(phones.id));
    const asked = [undoImport(deps, { site: "MLA" }), undoImport(other, { site: "MLA" })];
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
