import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type CatalogDatabase, openCatalogDatabase } from "@marketplace/database/catalog";
import { callers } from "@marketplace/testkit";
import { asAnotherRequest } from "@marketplace/testkit/postgres";
import { describe, expect, it } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { ImportRefused, importCategories } from "../index.ts";
import { insertItems } from "../items/items.repo.ts";
import type { NewItem } from "../items/items.schema.ts";
import { category, ofEveryCategory, type Tree, treeFiles } from "./tree-files.fixture.ts";

const { http, url, deps, listPhone } = await startCatalog();
const as = callers.buyer;
const { folder, fileOf } = treeFiles();
const dump = async (site = "MLA") =>
  (await http.get(`/sites/${site}/categories/all?withAttributes=true`, { as })).json<Tree>();

/** Lists a phone from a session with the same counter shard as the current one. */
async function listBeside(overrides: Partial<NewItem>): Promise<string> {
  const shardOf = async (db: CatalogDatabase) =>
    (await db.query<{ shard: number }>("SELECT pg_backend_pid() % 8 AS shard"))[0]?.shard;
  const present = await shardOf(deps.db);
  for (let tries = 0; tries < 200; tries++) {
    const other = openCatalogDatabase({ url, poolSize: 1 });
    try {
      if ((await shardOf(other)) !== present) continue;
      const [id = ""] = await insertItems(other, [phone(overrides)]);
      return id;
    } finally {
      await other.close();
    }
  }
  throw new Error("no session of 200 had the same shard");
}

describe("importing categories", () => {
  it("imports what categories/all answers, which stays the same", async () => {
    const before = await dump();
    const result = await importCategories(deps, { file: fileOf(before), site: "MLA" });
    // Those of every category are shown in each, and belong to none.
    expect(result.attributes).toEqual({ added: 0, changed: 0, removed: 0 });
    expect(await dump()).toEqual(before);
  });

  it("imports a gzip file, reports progress and rebuilds the dump", async () => {
    const tree = {
      MLU1: category("MLU1", ["MLU1"], { children_categories: [{ id: "MLU3" }, { id: "MLU2" }] }),
      MLU2: category("MLU2", ["MLU1", "MLU2"], {
        attributes: [{ id: "BRAND", name: "Marca", tags: { hidden: true } }],
      }),
      MLU3: category("MLU3", ["MLU1", "MLU3"]),
    };
    const phases: string[] = [];
    const onProgress = (progress: { phase: string; done: number; total: number }) =>
      phases.push(`${progress.phase} ${progress.done}/${progress.total}`);
    const result = await importCategories(deps, {
      file: fileOf(gzipSync(JSON.stringify(tree))),
      site: "MLU",
      onProgress,
    });
    expect(result).toMatchObject({ loaded: 3, deleted: 0, retired: 0, categories: { added: 3 } });
    expect(phases).toEqual(["checked 3/3", "stored 3/3"]);
    const root = (await http.get("/categories/MLU1", { as })).json();
    expect(root).toMatchObject({ children_categories: [{ id: "MLU3" }, { id: "MLU2" }] });
    const leaf = (await http.get("/categories/MLU2", { as })).json();
    expect(leaf).toMatchObject({
      settings: { max_title_length: 80, adult_content: false, currencies: ["UYU"] },
    });
    const attributes = (await http.get("/categories/MLU2/attributes", { as })).json();
    expect(attributes).toMatchObject([{ id: "BRAND", tags: { hidden: true } }, ...ofEveryCategory]);
    expect(Object.keys(await dump("MLU"))).toHaveLength(3);
  });

  it("keeps what a file says of attributes, and of their tags only those that hold", async () => {
    const attribute = {
      id: "WEIGHT",
      name: "Peso",
      type: "measure",
      value_type: "number_unit",
      allowed_units: [{ id: "kg", name: "kg" }],
      default_unit: "kg",
      hint: "En kilos",
      tooltip: "Lo dice el envase",
      example: "2 kg",
    };
    const values = [{ id: "1", name: "1 kg", metadata: { value: "1" } }];
    const tags = { required: false, catalog_required: true, hidden: null, vip_hidden: true };
    const attributes = [
      { ...attribute, values, tags },
      { id: "BRAND", name: "Marca", value_type: "string", tags: ["required", "fixed"] },
      { id: "MODEL", name: "Modelo", value_type: "string", tags: [], values: [] },
    ];
    await importCategories(deps, {
      file: fileOf({ MPE1: category("MPE1", ["MPE1"], { attributes }) }),
      site: "MPE",
    });
    expect((await http.get("/categories/MPE1/attributes", { as })).json()).toEqual([
      { ...attribute, values, tags: { catalog_required: true, vip_hidden: true } },
      { id: "BRAND", name: "Marca", value_type: "string", tags: { required: true, fixed: true } },
      { id: "MODEL", name: "Modelo", value_type: "string", tags: {} },
      ...ofEveryCategory,
    ]);
  });

  it("deletes missing categories, and retires those with items", async () => {
    const phones = leafOf("MLA-CELLPHONES");
    const item = await listPhone();
    const whole = await dump();
    const without = structuredClone(whole);
    delete without[phones.id];
    const parent = without[phones.path.at(-2) ?? ""];
    if (parent) parent.children_categories = [];
    const { deleted, retired } = await importCategories(deps, { file: fileOf(without), site: "MLA" });
    expect([deleted, retired]).toEqual([0, 1]);
    expect(await dump()).not.toHaveProperty(phones.id);
    expect((await http.get(`/items/${item}`, { as })).status).toBe(200);
    expect((await http.get(`/categories/${phones.id}`, { as })).status).toBe(200);
    await importCategories(deps, { file: fileOf(whole), site: "MLA" });
    expect(await dump()).toHaveProperty(phones.id);
  });

  it("takes a category that it retires along with those above it", async () => {
    const before = {
      MPE1: category("MPE1", ["MPE1"]),
      MPE2: category("MPE2", ["MPE1", "MPE2"]),
      MPE3: category("MPE3", ["MPE1", "MPE2", "MPE3"]),
    };
    const after = {
      MPE1: category("MPE1", ["MPE1"]),
      MPE4: category("MPE4", ["MPE4"]),
      MPE2: category("MPE2", ["MPE4", "MPE2"]),
    };
    await importCategories(deps, { file: fileOf(before), site: "MPE" });
    const title = "Zapato rezagado";
    const item = await listPhone({ siteId: "MPE", categoryId: "MPE3", domainId: null, title });
    expect(await importCategories(deps, { file: fileOf(after), site: "MPE" })).toMatchObject({ retired: 1 });
    expect((await http.get("/categories/MPE3", { as })).json()).toMatchObject({
      path_from_root: ["MPE4", "MPE2", "MPE3"].map((id) => ({ id, name: `Category ${id}` })),
    });
    const found = async (id: string) =>
      (await http.get(`/sites/MPE/search?category=${id}`, { as })).json<{ results: { id: string }[] }>()
        .results;
    expect(await found("MPE1")).toEqual([]);
    expect(await found("MPE4")).toMatchObject([{ id: item }]);
  });

  describe("that moves a category", () => {
    const { id, path } = leafOf("MLA-CELLPHONES");
    const [root = ""] = path;
    const steps = (names: string[]) => names.map((step) => ({ id: step, name: `Category ${step}` }));
    const trees = async () => {
      const whole = await dump();
      const moved = structuredClone(whole);
      const parent = moved[path.at(-2) ?? ""];
      if (parent) parent.children_categories = [];
      moved.MLA424242 = category("MLA424242", ["MLA424242"]);
      const path_from_root = [...steps(["MLA424242"]), { id, name: whole[id]?.name }];
      moved[id] = { ...moved[id], path_from_root };
      return { whole: fileOf(whole), moved: fileOf(moved) };
    };
    const foundIn = async (categoryId: string, text: string) => {
      const answer = await http.get(`/sites/MLA/search?category=${categoryId}&q=${text}`, { as });
      const { results } = answer.json<{ results: { id: string }[] }>();
      return results.map((result) => result.id).toSorted();
    };

    it("reindexes what was listed before and during the import under the new path", async () => {
      const { whole, moved } = await trees();
      const before = await listPhone({ title: "Mudanzero viejo" });
      let meanwhile = "";
      const save: typeof deps.dumps.save = async (key, built) => {
        await deps.dumps.save(key, built);
        // Another session, which neither sees nor waits for uncommitted rows.
        meanwhile ||= await asAnotherRequest(() => listBeside({ title: "Mudanzero nuevo" }));
      };
      await importCategories({ ...deps, dumps: { ...deps.dumps, save } }, { file: moved, site: "MLA" });
      const all = [before, meanwhile].toSorted();
      expect(await foundIn("MLA424242", "mudanzero")).toEqual(all);
      expect(await foundIn(root, "mudanzero")).toEqual([]);
      await importCategories(deps, { file: whole, site: "MLA" });
      expect(await foundIn(root, "mudanzero")).toEqual(all);
    });

    it("moves what a transaction that ends later has listed under the old path", async () => {
      const { whole, moved } = await trees();
      const { listed, importing } = await deps.db.transaction(async () => {
        const [listed] = await insertItems(deps.db, [phone({ title: "Lentero" })]);
        return asAnotherRequest(async () => {
          const importing = importCategories(deps, { file: moved, site: "MLA" });
          await expect.poll(() => dump()).toHaveProperty("MLA424242");
          return { listed, importing: { ended: importing } };
        });
      });
      await importing.ended;
      expect(await foundIn("MLA424242", "lentero")).toEqual([listed]);
      await importCategories(deps, { file: whole, site: "MLA" });
      expect(await foundIn(root, "lentero")).toEqual([listed]);
    });
  });

  it("of the same tree again records no change and does not block changes of items", async () => {
    const item = await listPhone({ title: "Quieto" });
    const recorded = async () =>
      (await deps.db.pool.query("SELECT category_id FROM item_changes WHERE category_id IS NOT NULL")).rows;
    const before = await recorded();
    const save: typeof deps.dumps.save = async (key, built) => {
      await deps.dumps.save(key, built);
      expect(await asAnotherRequest(recorded)).toEqual(before);
      const change = () => http.put(`/items/${item}`, { as: callers.seller, body: { price: 7 } });
      if (key.withAttributes) expect((await change()).status).toBe(200);
    };
    await importCategories(
      { ...deps, dumps: { ...deps.dumps, save } },
      { file: fileOf(await dump()), site: "MLA" },
    );
  });

  const broken: [string, string | Buffer | object, RegExp][] = [
    ["no JSON", '{"MLA1": ', /is not JSON: /],
    ["half a gzip file", gzipSync("{}").subarray(0, 12), /is not a whole gzip file: /],
    ["an array", [], /must be an object of category id to category/],
    ["nothing in it", {}, /holds no category/],
    [
      "a category of another site",
      { MLB1: category("MLB1", ["MLB1"]) },
      /category MLB1: not an id of the site MLA/,
    ],
    ["a key that is not the id", { MLA1: category("MLA2", ["MLA2"]) }, /category MLA1: its id is MLA2/],
    [
      "a missing parent",
      { MLA2: category("MLA2", ["MLA1", "MLA2"]) },
      /category MLA2: its parent MLA1 is not in the file/,
    ],
    [
      "a cycle",
      { MLA1: category("MLA1", ["MLA2", "MLA1"]), MLA2: category("MLA2", ["MLA1", "MLA2"]) },
      /category MLA1: path_from_root does not agree/,
    ],
    [
      "a path twice through one category",
      { MLA1: category("MLA1", ["MLA1", "MLA1"]) },
      /MLA1: path_from_root runs in a cycle/,
    ],
    [
      "a path of another",
      { MLA1: category("MLA1", ["MLA7"]) },
      /category MLA1: path_from_root does not end with it/,
    ],
    [
      "settings that are no object",
      { MLA1: category("MLA1", ["MLA1"], { settings: 7 }) },
      /category MLA1: settings: /,
    ],
    ["a nameless category", { MLA1: category("MLA1", ["MLA1"], { name: "" }) }, /category MLA1: name: /],
    [
      "a child that is not there",
      { MLA1: category("MLA1", ["MLA1"], { children_categories: [{ id: "MLA9" }] }) },
      /category MLA1: its child MLA9 is not in the file/,
    ],
    [
      "an attribute without a name",
      { MLA1: category("MLA1", ["MLA1"], { attributes: [{ id: "BRAND" }] }) },
      /attributes\.0\.name/,
    ],
  ];

  it.each(broken)("refuses a file with %s, a line each, and changes nothing", async (_, content, reason) => {
    const before = await dump();
    const thrown = await importCategories(deps, { file: fileOf(content), site: "MLA" }).catch(
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(ImportRefused);
    const message = thrown instanceof Error ? thrown.message : "";
    expect(message).toMatch(reason);
    // Each further line names another issue.
    expect(message).not.toMatch(/\n(?!line \d+ of )/);
    expect(await dump()).toEqual(before);
  });

  it("refuses an unknown site and a file that is not there", async () => {
    await expect(importCategories(deps, { file: fileOf({}), site: "MLX" })).rejects.toThrow(
      "Site not found: MLX",
    );
    await expect(importCategories(deps, { file: join(folder, "none"), site: "MLA" })).rejects.toThrow(
      ImportRefused,
    );
  });
});
