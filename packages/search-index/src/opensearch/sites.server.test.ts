import { afterEach, beforeEach, expect, test } from "vitest";
import { find, item, numbersFor, put } from "../conformance/items.ts";
import type { OpenSearchIndex } from "./opensearch-index.ts";
import { newPrefix, openIndex, optionsFor, removeIndices, requests } from "./server.fixture.ts";
import type { Server } from "./server.ts";

let prefix: string;
let index: OpenSearchIndex;
let server: Server;
beforeEach(async () => {
  prefix = newPrefix();
  index = await openIndex(optionsFor(prefix));
  server = requests();
});
afterEach(async () => {
  await index.close();
  await removeIndices(prefix);
  await server.close();
});

/** The concrete indices behind each alias. */
async function aliases(): Promise<Record<string, string[]>> {
  const indices = await server.call<Record<string, { aliases: object }>>({
    method: "GET",
    path: `/${prefix}-*/_alias`,
  });
  const pairs = Object.entries(indices).flatMap(([name, { aliases }]) =>
    Object.keys(aliases).map((alias) => [alias, name] as const),
  );
  return Object.fromEntries(
    [...new Set(pairs.map(([alias]) => alias))].map((alias) => [
      alias,
      pairs.filter((pair) => pair[0] === alias).map(([, name]) => name),
    ]),
  );
}

test("each site has an index behind an alias, in its language", async () => {
  await put(index, [item(1, { title: "canciones" }), item(2, { title: "canções", siteId: "MLB" })]);
  expect(await aliases()).toEqual({
    [`${prefix}-mla`]: [`${prefix}-mla-1`],
    [`${prefix}-mlb`]: [`${prefix}-mlb-1`],
  });
  const mapping = await server.call({ method: "GET", path: `/${prefix}-mla/_mapping` });
  expect(mapping).toMatchObject({
    [`${prefix}-mla-1`]: {
      mappings: {
        dynamic: "strict",
        properties: {
          keys: { type: "keyword" },
          price: { type: "long" },
          title: { type: "text", fields: { stems: { analyzer: "stems" }, joined: { analyzer: "joined" } } },
        },
      },
    },
  });
  expect(await stemOf("mla", "camiones")).toBe(await stemOf("mla", "camión"));
  expect(await stemOf("mlb", "coleções")).toBe(await stemOf("mlb", "coleção"));
});

async function stemOf(site: string, text: string): Promise<string | undefined> {
  const { tokens } = await server.call<{ tokens: { token: string }[] }>({
    method: "POST",
    path: `/${prefix}-${site}/_analyze`,
    body: { analyzer: "stems", text },
  });
  return tokens[0]?.token;
}

test("replicas are a setting of the index", async () => {
  await index.close();
  index = await openIndex({ ...optionsFor(prefix), replicas: 2 });
  await put(index, [item(1)]);
  const settings = await server.call({ method: "GET", path: `/${prefix}-mla/_settings` });
  expect(settings).toMatchObject({
    [`${prefix}-mla-1`]: { settings: { index: { number_of_replicas: "2", number_of_shards: "1" } } },
  });
});

test("an index is copied to its next version while searches and changes go on", async () => {
  const many = Array.from({ length: 3_000 }, (_, no) => item(no + 1, { title: `mesa ${no % 7}` }));
  await put(index, many);
  const totals = new Set<number>();
  let done = false;
  const failures: unknown[] = [];
  const searching = (async () => {
    while (!done) {
      await find(index, { text: "mesa" }).then(
        ({ total }) => totals.add(total),
        (error: unknown) => failures.push(error),
      );
    }
  })();
  const reindexing = index.reindex({ force: true }).finally(() => {
    done = true;
  });
  for (let no = 1; no <= 20; no++) {
    await index.apply({ put: [item(no, { title: "silla" })], remove: [no + 1_000], cursor: `${no}` });
    await index.apply({ put: [item(no, { title: "mesa" })], remove: [], cursor: `${no}` });
  }
  await reindexing;
  await searching;
  expect(failures).toEqual([]);
  expect(await aliases()).toEqual({ [`${prefix}-mla`]: [`${prefix}-mla-2`] });
  expect(await numbersFor(index, "silla")).toEqual([]);
  expect(await find(index, { text: "mesa" })).toMatchObject({ total: 2_980 });
  expect(index.health().items).toBe(2_980);
  expect(Math.min(...totals)).toBeGreaterThanOrEqual(2_979);
  expect(Math.max(...totals)).toBeLessThanOrEqual(3_000);
});

test("a new analysis takes effect by reindexing, and only where the design differs", async () => {
  await put(index, [item(1, { title: "shoes", siteId: "MLX" }), item(2, { title: "mesas" })]);
  await index.close();
  const { settingsOf, ...options } = optionsFor(prefix);
  const spanish = {
    ...options,
    settingsOf: (id: string) => (id === "MLX" ? { language: "es" as const } : settingsOf(id)),
  };
  index = await openIndex(spanish);
  await index.reindex();
  expect(await aliases()).toEqual({
    [`${prefix}-mla`]: [`${prefix}-mla-1`],
    [`${prefix}-mlx`]: [`${prefix}-mlx-2`],
  });
  expect(await stemOf("mlx", "canciones")).toBe("cancion");
  expect(await numbersFor(index, "shoes", "MLX")).toEqual([1]);
  await index.reindex();
  expect((await aliases())[`${prefix}-mlx`]).toEqual([`${prefix}-mlx-2`]);
});

test("versions that a crash left behind are removed", async () => {
  await put(index, [item(1, { title: "mesa" })]);
  await server.call({ method: "PUT", path: `/${prefix}-mla-2` });
  await index.reindex({ force: true });
  await server.call({
    method: "PUT",
    path: `/${prefix}-mla-1`,
    body: { mappings: { _meta: { siteId: "MLA" } } },
  });
  await index.reload();
  await index.reindex({ force: true });
  const indices = await server.call<object>({ method: "GET", path: `/${prefix}-*` });
  expect(Object.keys(indices).sort()).toEqual([`${prefix}-mla-3`, `${prefix}-state`]);
  expect(await numbersFor(index, "mesa")).toEqual([1]);
});

test("facets and price ranges are exact beyond what one answer holds", async () => {
  const many = Array.from({ length: 12_500 }, (_, no) =>
    item(no + 1, { title: "mesa", price: (no + 1) / 100, keys: [`KEY=${no}`, "condition=new"] }),
  );
  for (let from = 0; from < many.length; from += 2_500) await put(index, many.slice(from, from + 2_500));
  const { keys, prices, total } = await find(index, { text: "mesa" }, { limit: 1 });
  expect(total).toBe(12_500);
  expect(Object.keys(keys)).toHaveLength(12_501);
  expect(keys["condition=new"]).toBe(12_500);
  expect(prices).toEqual([
    { from: undefined, to: 41.67, results: 4_167 },
    { from: 41.68, to: 83.34, results: 4_167 },
    { from: 83.35, to: undefined, results: 4_166 },
  ]);
});
