import { callers, expectProblem } from "@marketplace/testkit";
import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { describe, expect, it, vi } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { insertItems } from "../items/items.repo.ts";
import { importCategories } from "../tree/import-categories.service.ts";
import { ofEveryCategory, treeFiles } from "../tree/tree-files.fixture.ts";
import type { CategoryWire } from "./categories.schema.ts";

const { http, deps, replica, listPhone, someoneWaits } = await startCatalog();
const other = await replica();
const as = callers.operator;
const site = "MPE";
const { fileOf } = treeFiles();

const create = (body: object) => http.post("/categories", { as, body: { site_id: site, ...body } });
const created = async (body: object = {}) => {
  const answer = await create({ name: "Cosas", ...body });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json<CategoryWire>();
};
const read = async (id: string) => (await http.get(`/categories/${id}`, { as })).json<CategoryWire>();
const change = (id: string, body: object) => http.put(`/categories/${id}`, { as, body });
const retire = (id: string, query = "") => http.delete(`/categories/${id}${query}`, { as });
const dump = async (of = site) =>
  (await http.get(`/sites/${of}/categories/all`, { as })).json<Record<string, CategoryWire>>();
const names = (path: { name: string }[]) => path.map(({ name }) => name);
const itemIn = (category: CategoryWire, more: object = {}) =>
  listPhone({ siteId: category.id.slice(0, 3), categoryId: category.id, domainId: null, ...more });
/** `phone` takes a category of the small tree. */
const listIn = async (category: CategoryWire, title: string) => {
  const item = { ...phone({ title }), siteId: site, categoryId: category.id, domainId: null };
  return (await insertItems(deps.db, [item]))[0] ?? "";
};
const found = async (categoryId: string, text: string) => {
  const answer = await http.get(`/sites/${site}/search?category=${categoryId}&q=${text}`, { as });
  return answer.json<{ results: { id: string }[] }>().results.map(({ id }) => id);
};

describe("adding a category", () => {
  it("puts it last among its siblings, in the tree, its dump and the lists", async () => {
    const root = await created({ name: "Raíz" });
    expect(root).toMatchObject({ path_from_root: [{ id: root.id, name: "Raíz" }], children_categories: [] });
    await created({ name: "Uno", parent_id: root.id });
    const leaf = await created({ name: "Dos", parent_id: root.id });
    expect(names((await read(root.id)).children_categories)).toEqual(["Uno", "Dos"]);
    expect(names(leaf.path_from_root)).toEqual(["Raíz", "Dos"]);
    expect((await dump())[leaf.id]).toEqual(leaf);
    expect(names((await http.get(`/sites/${site}/categories`, { as })).json())).toContain("Raíz");
  });

  it("gives it the settings of its parent, which takes no items any more", async () => {
    const root = await created({ settings: { max_title_length: 33, buying_modes: ["classified"] } });
    expect(root.settings).toMatchObject({ listing_allowed: true, currencies: ["PEN"] });
    const leaf = await created({ parent_id: root.id, settings: { fragile: true } });
    expect(leaf.settings).toMatchObject({
      max_title_length: 33,
      buying_modes: ["classified"],
      fragile: true,
      listing_allowed: true,
    });
    expect((await read(root.id)).settings.listing_allowed).toBe(false);
  });

  it("gives it the shipping preferences of its own shipping modes, not of its parent's", async () => {
    const logisticsOf = async ({ id }: CategoryWire) =>
      (await http.get(`/categories/${id}/shipping_preferences`, { as })).json<{ logistics: object[] }>()
        .logistics;
    const custom = await created({ settings: { shipping_modes: ["custom"] } });
    expect(await logisticsOf(custom)).toEqual([]);
    const me2 = await created({ parent_id: custom.id, settings: { shipping_modes: ["me2"] } });
    expect(await logisticsOf(me2)).toMatchObject([{ mode: "me2" }]);
    expect(await logisticsOf(await created({ parent_id: custom.id }))).toEqual([]);
  });

  it("takes an id and attributes, whose values get ids", async () => {
    const values = [{ name: "Rojo" }, { id: "7", name: "Azul" }];
    const attributes = [
      { id: "COLOR", name: "Color", value_type: "string", values, tags: { required: true, hidden: false } },
    ];
    const { id } = await created({ id: "MPE55", attributes });
    expect(id).toBe("MPE55");
    expect((await http.get("/categories/MPE55/attributes", { as })).json()).toEqual([
      {
        id: "COLOR",
        name: "Color",
        value_type: "string",
        tags: { required: true },
        values: [
          { id: expect.stringMatching(/^\d+$/), name: "Rojo" },
          { id: "7", name: "Azul" },
        ],
      },
      ...ofEveryCategory,
    ]);
    expect(await read("MPE55")).toMatchObject({ attributable: true, attribute_types: "attributes" });
  });

  it("takes no number that a category or a value of an imported tree has", async () => {
    const numberOf = ({ id }: { id: string }) => Number(id.slice(site.length));
    const number = numberOf(await created());
    const imported = await created({ id: `${site}${number + 1}`, name: "Importada" });
    expect(numberOf(await created({ name: "Nueva" }))).toBe(number + 2);
    expect(await read(imported.id)).toEqual(imported);
    const color = { id: "COLOR", name: "Color", value_type: "string" };
    const known = [3, 5].map((more) => ({ id: String(number + more), name: `Importado ${more}` }));
    const values = [...known, { name: "Nuevo" }];
    const { id } = await created({ id: "MPE77", attributes: [{ ...color, values }] });
    const other = await created({ attributes: [{ ...color, values: [{ name: "Otro" }] }] });
    const valueIds = async (of: string) =>
      (await http.get(`/categories/${of}/attributes`, { as })).json<{ values: { id: string }[] }[]>()[0]
        ?.values;
    const ids = [...((await valueIds(id)) ?? []), ...((await valueIds(other.id)) ?? [])].map((one) => one.id);
    expect(new Set(ids).size).toBe(4);
  });

  it("is refused for an id that exists, below a category with items, and elsewhere", async () => {
    const leaf = await created();
    expectProblem(await create({ id: leaf.id, name: "Otra" }), 409, "conflict");
    await listIn(leaf, "Ocupado");
    expectProblem(await create({ name: "Debajo", parent_id: leaf.id }), 409, "conflict");
    expectProblem(await create({ name: "Debajo", parent_id: "MPE404" }), 400, "bad_request");
    expectProblem(
      await create({ name: "Debajo", parent_id: leafOf("MLA-CELLPHONES").path[0] }),
      400,
      "bad_request",
    );
    expectProblem(await create({ id: "MLA1", name: "Otra" }), 400, "bad_request");
    expectProblem(await create({ site_id: "MLX", name: "Otra" }), 404, "not_found");
    expectProblem(await create({ name: " " }), 400, "bad_request");
    const twice = Array(2).fill({ id: "COLOR", name: "Color", value_type: "string" });
    const { cause } = expectProblem(await create({ name: "Otra", attributes: twice }), 400, "bad_request");
    expect(cause).toMatchObject([{ message: "have an id twice", references: ["body.attributes"] }]);
    // A dump with a longer one could not be imported.
    expectProblem(await create({ id: `MPE${"1".repeat(16)}`, name: "Otra" }), 400, "bad_request");
    expectProblem(await create({ name: "Otra", settings: { odd: 1 } }), 400, "bad_request");
    expectProblem(await create({ site_id: undefined, name: "Otra" }), 400, "bad_request");
  });

  it("happens once when two add the same id at once, or repeat a key", async () => {
    const both = await Promise.all([create({ id: "MPE66", name: "A" }), create({ id: "MPE66", name: "B" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const request = { as, body: { site_id: site, name: "Una" }, headers: { "Idempotency-Key": "once" } };
    const [first, again] = [await http.post("/categories", request), await http.post("/categories", request)];
    expect(again.json()).toEqual(first.json());
  });
});

describe("changing a category", () => {
  it("changes what is given, and nothing else", async () => {
    const before = await created({ picture: "https://img.example/1.png", settings: { fragile: true } });
    const answer = await change(before.id, { picture: null, settings: { max_title_length: 20 } });
    expect(answer.json()).toEqual({
      ...before,
      picture: null,
      settings: { ...before.settings, max_title_length: 20 },
    });
  });

  it("renames it on the paths below, in search and in the dump", async () => {
    const root = await created({ name: "Vieja" });
    const leaf = await created({ name: "Hoja", parent_id: root.id });
    const item = await listIn(leaf, "Zapato");
    await dump();
    expect((await change(leaf.id, { name: "Zunfla" })).status).toBe(200);
    expect(await found(root.id, "zunfla")).toEqual([item]);
    await change(root.id, { name: "Nueva" });
    expect(names((await read(leaf.id)).path_from_root)).toEqual(["Nueva", "Zunfla"]);
    expect(names((await dump())[leaf.id]?.path_from_root ?? [])).toEqual(["Nueva", "Zunfla"]);
  });

  it("moves it with everything below, and its items are found there", async () => {
    const [from, to] = [await created({ name: "De" }), await created({ name: "A" })];
    const branch = await created({ name: "Rama", parent_id: from.id });
    const leaf = await created({ name: "Hoja", parent_id: branch.id });
    const item = await listIn(leaf, "Mudado");
    const moved = (await change(branch.id, { parent_id: to.id })).json<CategoryWire>();
    expect(names(moved.path_from_root)).toEqual(["A", "Rama"]);
    expect(names((await read(leaf.id)).path_from_root)).toEqual(["A", "Rama", "Hoja"]);
    expect([await found(from.id, "mudado"), await found(to.id, "mudado")]).toEqual([[], [item]]);
    expect((await read(from.id)).children_categories).toEqual([]);
    const top = (await change(branch.id, { parent_id: null })).json<CategoryWire>();
    expect(names(top.path_from_root)).toEqual(["Rama"]);
  });

  it("takes its items along into another domain", async () => {
    const leaf = await created({ settings: { catalog_domain: "MPE-LAMPS" } });
    const id = await itemIn(leaf);
    await change(leaf.id, { settings: { catalog_domain: "MPE-BULBS" } });
    expect((await http.get(`/items/${id}`, { as })).json()).toMatchObject({ domain_id: "MPE-BULBS" });
  });

  it("is refused below itself, on another site and below a category with items", async () => {
    const root = await created();
    const leaf = await created({ parent_id: root.id });
    const full = await created();
    await listIn(full, "Lleno");
    expectProblem(await change(root.id, { parent_id: leaf.id }), 400, "bad_request");
    expectProblem(await change(root.id, { parent_id: root.id }), 400, "bad_request");
    await listPhone();
    const { id: phones, path } = leafOf("MLA-CELLPHONES");
    for (const parent_id of [phones, path[0]])
      expectProblem(
        await change(root.id, { parent_id }),
        400,
        "bad_request",
        "Invalid body.parent_id: must be of the same site",
      );
    expectProblem(await change(root.id, { parent_id: full.id }), 409, "conflict");
    expectProblem(await change("MPE404", { name: "x" }), 404, "not_found");
    expect(await read(root.id)).toMatchObject({ path_from_root: [{ id: root.id }] });
  });

  it("indexes again what was listed meanwhile under the old path", async () => {
    const [from, to] = [await created({ name: "De" }), await created({ name: "A" })];
    const leaf = await created({ name: "Hoja", parent_id: from.id });
    const { changing, item } = await deps.db.transaction(async () => {
      const listed = await listIn(leaf, "Lentisimo");
      return asAnotherRequest(async () => {
        const moved = change(leaf.id, { parent_id: to.id });
        await expect.poll(someoneWaits, { interval: 10 }).toBe(true);
        return { changing: { answer: moved }, item: listed };
      });
    });
    expect((await changing.answer).status).toBe(200);
    expect(await found(to.id, "lentisimo")).toEqual([item]);
  });
});

describe("retiring a category", () => {
  it("takes it out of the tree; without items it is gone", async () => {
    const root = await created({ name: "Raíz" });
    const leaf = await created({ parent_id: root.id });
    expectProblem(await retire(root.id), 409, "conflict");
    expect((await retire(leaf.id)).status).toBe(204);
    for (const path of ["", "/attributes", "/shipping_preferences"])
      expect((await http.get(`/categories/${leaf.id}${path}`, { as })).status).toBe(404);
    expect((await read(root.id)).children_categories).toEqual([]);
    expect(await dump()).not.toHaveProperty(leaf.id);
    expect((await retire(root.id)).status).toBe(204);
  });

  it("is refused while active items are in it, unless they are to stay", async () => {
    const leaf = await created();
    const item = await listIn(leaf, "Restante");
    const { message } = expectProblem(await retire(leaf.id), 409, "conflict");
    expect(message).toBe(`The category ${leaf.id} has 1 active items: they have to be closed or moved first`);
    expect((await retire(leaf.id, "?keep_items=true")).status).toBe(204);
    expect((await read(leaf.id)).settings).toMatchObject({ listing_allowed: false, status: "disabled" });
    expect((await http.get(`/items/${item}`, { as })).status).toBe(200);
    expect(await dump()).not.toHaveProperty(leaf.id);
    expectProblem(await retire(leaf.id), 409, "conflict");
    expectProblem(await change(leaf.id, { name: "Otra" }), 409, "conflict");
  });

  it("lets no more items in", async () => {
    const phones = leafOf("MLA-CELLPHONES");
    await itemIn(await read(phones.id));
    await retire(phones.id, "?keep_items=true");
    const body = { title: "Nuevo", category_id: phones.id, price: 1, currency_id: "ARS" };
    const answer = await http.post("/items", { as: callers.seller, body });
    expect(answer.json()).toMatchObject({ status: 400, cause: [{ code: "item.category_id.not_a_leaf" }] });
    expect((await http.get("/sites/MLA/domain_discovery/search?q=celular", { as })).json()).toEqual([]);
  });

  it("can be taken back by adding the category again", async () => {
    const attributes = [{ id: "SIZE", name: "Talle", value_type: "string" }];
    const before = await created({ name: "Vuelve", attributes, settings: { max_title_length: 44 } });
    await retire(before.id);
    const { date_created, ...again } = await created({ id: before.id, name: "Vuelve" });
    expect(again).toMatchObject({ settings: { max_title_length: 44 }, attributable: true });
    expect(date_created).toBe(before.date_created);
    expect((await http.get(`/categories/${before.id}/attributes`, { as })).json()).toMatchObject([
      { id: attributes[0]?.id },
      ...ofEveryCategory,
    ]);
  });

  it("can be taken back elsewhere, along with what was retired below it", async () => {
    const [from, to] = [await created({ name: "De" }), await created({ name: "A" })];
    const branch = await created({ name: "Rama", parent_id: from.id });
    const leaf = await created({ name: "Hoja", parent_id: branch.id });
    const item = await listIn(leaf, "Rezagado");
    await retire(leaf.id, "?keep_items=true");
    await retire(branch.id);
    await created({ id: branch.id, name: "Otra rama", parent_id: to.id });
    expect(names((await read(leaf.id)).path_from_root)).toEqual(["A", "Otra rama", "Hoja"]);
    expect([await found(from.id, "rezagado"), await found(to.id, "rezagado")]).toEqual([[], [item]]);
    let deep = await created({ name: "1" });
    for (let level = 2; level <= 63; level += 1) deep = await created({ parent_id: deep.id });
    await retire(branch.id);
    expectProblem(await create({ id: branch.id, name: "Honda", parent_id: deep.id }), 400, "bad_request");
  });

  it("takes no more items into another domain than its operator can wait for", async () => {
    const { id } = await created({ name: "De vuelta" });
    await itemIn(await read(id));
    await retire(id, "?keep_items=true");
    const follow = vi.spyOn(deps.itemDomains, "follow");
    await created({ id, name: "De vuelta", settings: { catalog_domain: "MPE-OTHERS" } });
    expect(follow.mock.calls).toEqual([[[id], 20_000]]);
    follow.mockRestore();
  });

  it("is not made final by an import of a tree that does not have it", async () => {
    const attributes = [{ id: "COLOR", name: "Color", value_type: "string" }];
    const { id } = await created({ name: "Retirada", attributes });
    await retire(id);
    const path = fileOf(await dump());
    expect(await importCategories(deps, { file: path, site })).toMatchObject({ deleted: 0, retired: 0 });
    await created({ id, name: "Vuelta" });
    expect((await http.get(`/categories/${id}/attributes`, { as })).json()).toMatchObject([
      ...attributes,
      ...ofEveryCategory,
    ]);
  });

  it("waits for an item that is being listed in it", async () => {
    const leaf = await created();
    const retiring = await deps.db.transaction(async () => {
      await listIn(leaf, "En camino");
      return asAnotherRequest(async () => {
        const answer = retire(leaf.id);
        await expect.poll(someoneWaits, { interval: 10 }).toBe(true);
        return { answer };
      });
    });
    expectProblem(await retiring.answer, 409, "conflict");
  });
});

it("predictions of every process follow", async () => {
  const root = await created({ id: "MPE900", name: "Raíz" });
  const leaf = await created({ id: "MPE901", name: "Zapatillas", parent_id: root.id });
  await deps.labeledTitles.label(site, [{ title: "zapatilla deportiva", categoryId: leaf.id }]);
  const leaves = async () => [...(await other.predictors.of(site)).leaves.keys()];
  expect(await leaves()).toContain(leaf.id);
  await retire(leaf.id);
  expect(await leaves()).not.toContain(leaf.id);
  await created({ id: leaf.id, name: "Zapatillas", parent_id: root.id });
  expect(await leaves()).toContain(leaf.id);
});

it("only operators change the tree, with a token to write", async () => {
  const leaf = await created();
  const body = { site_id: site, name: "x" };
  for (const caller of [callers.seller, callers.buyer]) {
    expectProblem(await http.post("/categories", { as: caller, body }), 403, "forbidden");
    expectProblem(await http.put(`/categories/${leaf.id}`, { as: caller, body: {} }), 403, "forbidden");
    expectProblem(await http.delete(`/categories/${leaf.id}`, { as: caller }), 403, "forbidden");
  }
});
