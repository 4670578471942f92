import { callers } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { itemBody, leafOf, smallTree, startCatalog } from "../catalog.fixture.ts";
import type { Deps } from "../deps.ts";
import { loadTree } from "../tree/load-tree.service.ts";
import { discoverDomains } from "./discovery.service.ts";
import { recentTitlesCapacity } from "./model/neighbors/recent-titles.ts";
import { someTitles } from "./titles.fixture.ts";
import { dueTrainings, isTrainingDue, trainSite, trainSites } from "./training.service.ts";

const { http, deps, clock, replica, listPhone } = await startCatalog();
const other = await replica();
const phones = leafOf("MLA-CELLPHONES");
const notebooks = leafOf("MLA-NOTEBOOKS");
const running = new AbortController().signal;

const first = async (title: string, on: Deps = deps, siteId = "MLA") => {
  const [best] = await discoverDomains({ siteId, title, limit: 1, target: undefined }, on);
  return best?.category_id;
};

beforeAll(async () => {
  await deps.labeledTitles.label("MLA", someTitles("MLA"));
  await trainSite("MLA", deps, { linearOnly: true });
});

describe("a new title", () => {
  it("counts at once on every replica when an item is listed under it", async () => {
    expect(await first("zxqwvu kjyqzw")).toBeUndefined();
    expect(await first("zxqwvu kjyqzw", other)).toBeUndefined();
    const body = itemBody("Zxqwvu kjyqzw 3000", notebooks.id);
    const answer = await http.post("/items", { as: callers.seller, body });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
    expect(await first("zxqwvu kjyqzw")).toBe(notebooks.id);
    expect(await first("zxqwvu kjyqzw", other)).toBe(notebooks.id);
  });

  it("follows its item into another category", async () => {
    const id = await listPhone({ title: "Quirubel de mano" });
    expect(await first("quirubel de mano", other)).toBe(phones.id);
    await deps.db.client.item.update({ where: { id }, data: { categoryId: notebooks.id } });
    const known = await deps.db.client.labeledTitle.findMany({ where: { title: "Quirubel de mano" } });
    expect(known.map(({ categoryId }) => categoryId)).toEqual([notebooks.id]);
    for (const on of [deps, other, await replica()])
      expect(await first("quirubel de mano", on)).toBe(notebooks.id);
  });

  it("counts when its transaction began before others that were read already", async () => {
    const begun = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    const slow = deps.db.transaction(async () => {
      await deps.labeledTitles.label("MLA", [{ title: "wqjxkv azul", categoryId: phones.id }]);
      begun.resolve();
      await seen.promise;
    });
    await begun.promise;
    await listPhone({ title: "Trabucle verde" });
    expect(await first("trabucle", other)).toBe(phones.id);
    expect(await first("wqjxkv", other)).toBeUndefined();
    seen.resolve();
    await slow;
    expect(await first("wqjxkv", other)).toBe(phones.id);
  });

  it("counts once, even when it is read twice", async () => {
    await listPhone({ title: "Mandurria doble" });
    const { predictor } = await other.predictors.of("MLA");
    const once = predictor.predict("mandurria doble", { limit: 1 });
    expect((await other.predictors.of("MLA")).predictor.predict("mandurria doble", { limit: 1 })).toEqual(
      once,
    );
  });
});

describe("a training", () => {
  it("is loaded by every replica, and later titles still count", async () => {
    const before = await other.predictors.of("MLA");
    const training = await trainSite("MLA", deps, { linearOnly: true });
    await listPhone({ title: "Chirimbolo con tapa" });
    const after = await other.predictors.of("MLA");
    expect(after.model).toBe(training?.version);
    expect(after.predictor).not.toBe(before.predictor);
    expect(await first("chirimbolo", other)).toBe(phones.id);
    expect(await first("zxqwvu kjyqzw", other)).toBe(notebooks.id);
  });

  it("runs on one replica at a time", async () => {
    const trained = await Promise.all([
      trainSite("MLA", deps, { linearOnly: true }),
      trainSite("MLA", other, { linearOnly: true }),
    ]);
    expect(trained.filter((training) => training !== undefined)).toHaveLength(1);
  });

  it("that is aborted stores nothing", async () => {
    const stopped = new AbortController();
    stopped.abort(new Error("stopped"));
    const before = await deps.categoryModels.stamp("MLA");
    await expect(trainSite("MLA", deps, { signal: stopped.signal, linearOnly: true })).rejects.toThrow(
      "stopped",
    );
    expect(await deps.categoryModels.stamp("MLA")).toEqual(before);
    expect(await trainSite("MLA", deps, { linearOnly: true })).toBeDefined();
  });

  it("starts by itself on a site with titles and no model, and not again while few titles are new", async () => {
    const trainDue = dueTrainings(deps);
    await deps.labeledTitles.label("MLB", someTitles("MLB"));
    await trainDue(running);
    expect(await deps.categoryModels.stamp("MLB")).toMatchObject({ version: 1 });
    await deps.labeledTitles.label("MLB", [{ title: "uma coisa", categoryId: leafOf("MLB-NOTEBOOKS").id }]);
    await trainDue(running);
    expect(await deps.categoryModels.stamp("MLB")).toMatchObject({ version: 1 });
    clock.advance(25 * 3_600_000);
    await trainDue(running);
    expect(await deps.categoryModels.stamp("MLB")).toMatchObject({ version: 2 });
  });

  it.each([
    [0, undefined, false],
    [1, undefined, true],
    [499, 1_000, false],
    [500, 1_000, true],
    [500, 20_000, false],
    [2_000, 20_000, true],
  ])("with %i unseen titles beside %s learned ones is due: %s", (titles, learned, due) => {
    const now = clock.now();
    const model = learned === undefined ? undefined : { titles: learned, trainedAt: now };
    expect(isTrainingDue({ titles, ofCategory: false }, model, now)).toBe(due);
  });

  it("is due ten minutes after the last one when half of a category's titles are unseen", async () => {
    await trainSite("MLA", deps, { linearOnly: true });
    const before = await deps.labeledTitles.hasChangedCategory("MLA", 20);
    const known = await deps.db.client.labeledTitle.count({ where: { categoryId: notebooks.id } });
    const titles = Array.from({ length: known + 20 }, (_, n) => ({
      title: `quebracho ${n}`,
      categoryId: notebooks.id,
    }));
    await deps.labeledTitles.label("MLA", titles.slice(0, known - 1));
    const tooFew = await deps.labeledTitles.hasChangedCategory("MLA", 20);
    await deps.labeledTitles.label("MLA", titles);
    const after = await deps.labeledTitles.hasChangedCategory("MLA", 20);
    expect({ before, tooFew, after }).toEqual({ before: false, tooFew: false, after: true });
    expect(await deps.labeledTitles.hasChangedCategory("MLA", 2 * known + 20)).toBe(false);
    const now = clock.now();
    const trained = (minutes: number) => ({
      titles: 10_000,
      trainedAt: new Date(now.getTime() - 60_000 * minutes),
    });
    expect(isTrainingDue({ titles: 20, ofCategory: true }, trained(9), now)).toBe(false);
    expect(isTrainingDue({ titles: 20, ofCategory: true }, trained(11), now)).toBe(true);
    expect(isTrainingDue({ titles: 20, ofCategory: false }, trained(11), now)).toBe(false);
  });

  it("is due when the model is from the future, because its age is unknown", () => {
    const now = clock.now();
    const trainedIn = (ms: number) => ({ titles: 1_000, trainedAt: new Date(now.getTime() + ms) });
    expect(isTrainingDue({ titles: 1, ofCategory: false }, trainedIn(5 * 3_600_000), now)).toBe(true);
    expect(isTrainingDue({ titles: 1, ofCategory: false }, trainedIn(5_000), now)).toBe(false);
  });

  it("replaces a stored model that cannot be read", async () => {
    await deps.db.client.categoryModel.update({
      where: { siteId: "MLA" },
      data: { bytes: new Uint8Array([1, 2, 3]), version: { increment: 1 } },
    });
    expect(await first("celular samsung galaxy", other)).toBeUndefined();
    const trainDue = dueTrainings(other);
    await trainDue(running);
    const stamp = await deps.categoryModels.stamp("MLA");
    await trainDue(running);
    expect(await deps.categoryModels.stamp("MLA")).toEqual(stamp);
    expect(await first("celular samsung galaxy", other)).toBe(phones.id);
  });

  it("that fails does not stop other sites, and is not retried for an hour", async () => {
    const tried: string[] = [];
    const save: Deps["categoryModels"]["save"] = async (model) => {
      tried.push(model.siteId);
      if (model.siteId === "MLA") throw new Error("no room");
      return deps.categoryModels.save(model);
    };
    const trainDue = dueTrainings({ ...deps, categoryModels: { ...deps.categoryModels, save } });
    const titles = Array.from({ length: 600 }, (_, n) => `matambre ${n}`);
    for (const site of ["MLA", "MLB"] as const) {
      const categoryId = leafOf(`${site}-NOTEBOOKS`).id;
      await deps.labeledTitles.label(
        site,
        titles.map((title) => ({ title, categoryId })),
      );
    }
    await expect(trainDue(running)).rejects.toThrow(AggregateError);
    await trainDue(running);
    expect(tried).toEqual(["MLA", "MLB"]);
    clock.advance(3_600_000);
    await expect(trainDue(running)).rejects.toThrow(AggregateError);
    expect(tried).toEqual(["MLA", "MLB", "MLA"]);
  });

  it("whose database session breaks is aborted, and nothing else is", async () => {
    const { pool } = deps.db;
    const held = deps.categoryModels.alone("MLC", async () => {
      await pool.query(
        `SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      // The event arrives in a later turn of the event loop.
      await pool.query("SELECT 1");
    });
    await expect(held).rejects.toThrow();
    expect(await deps.categoryModels.alone("MLC", async () => "free again")).toBe("free again");
  });
});

describe("a category", () => {
  it("that an import removed from the tree is no longer predicted", async () => {
    await trainSites(deps, { sites: ["MLA"] });
    expect(await first("notebook lenovo", other)).toBe(notebooks.id);
    await loadTree(
      "MLA",
      smallTree("MLA").filter(({ id }) => id !== notebooks.id),
      deps,
    );
    const predictions = await discoverDomains(
      { siteId: "MLA", title: "notebook lenovo", limit: 8, target: undefined },
      other,
    );
    expect(predictions.map(({ category_id }) => category_id)).not.toContain(notebooks.id);
    expect(predictions).toHaveLength(4);
  });
});

it("a title of a small site counts on replicas that are behind by thousands of another site's", async () => {
  const categoryId = leafOf("MLB-NOTEBOOKS").id;
  expect(await first("jxqzwk vwqxzj", other, "MLB")).toBeUndefined();
  await deps.labeledTitles.label("MLB", [{ title: "Jxqzwk vwqxzj", categoryId }]);
  const many = Array.from({ length: recentTitlesCapacity }, (_, n) => `bandoneon ${n}`);
  await deps.labeledTitles.label(
    "MLA",
    many.map((title) => ({ title, categoryId: phones.id })),
  );
  expect(await first("jxqzwk vwqxzj", other, "MLB")).toBe(categoryId);
});
