import { setTimeout as delay } from "node:timers/promises";
import { prepareShard, takeSite } from "@marketplace/database";
import { query, startMovableDatabases } from "@marketplace/database/testing";
import { asCaller, callers } from "@marketplace/testkit";
import { afterAll, expect, it } from "vitest";
import { brazilianId, itemBody, leafOf, phone, smallTree, startCatalog } from "../catalog.fixture.ts";
import { catalogRpc } from "../index.ts";
import { insertItems } from "../items/items.repo.ts";
import { finder } from "../search/search.fixture.ts";
import { loadTree } from "../tree/load-tree.service.ts";

const databases = await startMovableDatabases("catalog");
// Before the services' own, so that it runs after them: their connections end first.
afterAll(() => databases.stop());
const { adminUrl, homeUrl } = databases;
const siteUrl = await databases.newUrl();
const before = await startCatalog({ url: homeUrl, trees: [] });
const { db, pictures, visits } = before.deps;
const rpc = catalogRpc(before.deps);
for (const site of ["MLA", "MLB"] as const) await loadTree(site, smallTree(site), before.deps);

const brazilian = { sellerId: brazilianId, domainId: "MLB-CELLPHONES" };
const at = before.clock.now();
const seen = { listed: [] as string[], pictures: [] as string[], changes: 0 };

/** Lists an item in each site, sells it, reads it, and adds a picture of its seller. */
async function work(name: string): Promise<void> {
  const ids = await insertItems(db, [
    phone({ title: `Celular ${name}` }),
    phone({ title: `Cel ${name}`, ...brazilian }),
  ]);
  for (const id of ids) {
    await rpc.takeStock({ purchase_key: `of ${id}`, lines: [{ item_id: id, quantity: 3 }] });
    await visits.add([{ itemId: id, userId: 77, hour: at }]);
    const isOurs = id.startsWith("MLA");
    const seller = isOurs
      ? { sellerId: 1_000_000_001, siteId: "MLA" }
      : { sellerId: brazilianId, siteId: "MLB" };
    seen.pictures.push((await pictures.add("http://img.example/1.jpg", { ...seller, at })).id);
    seen.listed.push(id);
    seen.changes += 4;
  }
}

// What a copy takes some time for.
await query(
  homeUrl,
  `INSERT INTO labelled_titles (site_id, category_id, title, source)
   SELECT 'MLA', $1, 'Título ' || n || repeat(' texto', 20), 'import' FROM generate_series(1, 20000) AS n`,
  [leafOf("MLA-CELLPHONES").id],
);
const [ours = "", theirs = ""] = await insertItems(db, [
  phone({ title: "Quirubel de aquí" }),
  phone({ title: "Quirubel de lá", ...brazilian }),
]);
for (const [place, id] of [ours, theirs].entries())
  await rpc.takeStock({ purchase_key: `first ${place}`, lines: [{ item_id: id, quantity: 3 }] });

const shard = { service: "catalog", homeUrl, siteId: "MLA" } as const;
const refused = await prepareShard({ ...shard, urls: [siteUrl] }).catch(String);
await query(adminUrl, `ALTER ROLE ${new URL(homeUrl).username} REPLICATION`);

let running = true;
const clients = ["a", "b", "c"].map(async (name) => {
  for (let round = 0; running && round < 10_000; round++) await work(`${name}${round}`);
});
const copied = Promise.withResolvers<void>();
const taking = takeSite({
  ...shard,
  to: siteUrl,
  tell(what) {
    if (what.startsWith("copied")) copied.resolve();
  },
});
await Promise.race([copied.promise, taking]);
// What changes after the copy was complete: a title gets another category, a category another name.
const [moved = ""] = await insertItems(db, [phone({ title: "Título 7", domainId: "MLA-NOTEBOOKS" })]);
await query(homeUrl, "UPDATE labelled_titles SET category_id = $1 WHERE title = 'Título 7'", [
  leafOf("MLA-CELLPHONES").id,
]);
await query(homeUrl, "UPDATE categories SET name = 'Teléfonos' WHERE id = $1", [leafOf("MLA-CELLPHONES").id]);
const soFar = seen.listed.length;
for (let tries = 0; tries < 600 && seen.listed.length < soFar + 20; tries++) await delay(50);
running = false;
await Promise.all(clients);
const whileUsed = await query(homeUrl, "SELECT FROM site_placements");

await before.stop();
const { rows, secondsAlone } = (await taking) ?? { rows: 0, secondsAlone: 0 };
const { applied } = await prepareShard({ ...shard, urls: [siteUrl] });
const { http, deps } = await startCatalog({ url: homeUrl, shards: new Map([["MLA", [siteUrl]]]), trees: [] });

it("a site is refused a database as long as it has rows at home", () => {
  expect(refused).toContain("MLA has categories, items, titles and pictures at home");
});

it("it stays at home until the last session of a service has ended", () => {
  expect(whileUsed).toEqual([]);
  expect(rows).toBeGreaterThan(20_000);
  expect(applied).toEqual([]);
});

it("what a site had at home is in its database alone, when it was copied while it was used", async () => {
  for (const table of ["items", "categories", "labelled_titles", "trees", "site_attributes"]) {
    const sites = `SELECT DISTINCT site_id FROM ${table}`;
    expect([table, await query(siteUrl, sites)]).toEqual([table, [{ site_id: "MLA" }]]);
    expect([table, await query(homeUrl, sites)]).toEqual([table, [{ site_id: "MLB" }]]);
  }
  const all = [...seen.listed, ours, theirs, moved];
  const lost: string[] = [];
  let duplicated = 0;
  for (const [url, site] of [
    [siteUrl, "MLA"],
    [homeUrl, "MLB"],
  ] as const) {
    const stored = await query<{ id: string; sold: number }>(
      url,
      "SELECT id, sold_quantity AS sold FROM items",
    );
    const expected = all.filter((id) => id.startsWith(site));
    const byId = new Map(stored.map(({ id, sold }) => [id, sold]));
    lost.push(...expected.filter((id) => byId.get(id) !== (id === moved ? 0 : 3)));
    duplicated += stored.length - expected.length;
    const images = await query<{ id: string }>(url, "SELECT id FROM pictures ORDER BY 1");
    expect(images.map(({ id }) => id)).toEqual(seen.pictures.filter((id) => id.includes(site)).toSorted());
    const days = await query<{ id: string }>(url, "SELECT item_id AS id FROM item_visit_days ORDER BY 1");
    expect(days.map(({ id }) => id)).toEqual(seen.listed.filter((id) => id.startsWith(site)).toSorted());
  }
  process.stdout.write(
    `${JSON.stringify({ acknowledged: seen.changes, lost: lost.length, duplicated, secondsAlone: Number(secondsAlone.toFixed(2)) })}\n`,
  );
  expect([lost, duplicated]).toEqual([[], 0]);
  expect(await query(siteUrl, "SELECT FROM outbox_events")).toEqual([]);
  expect(await query(siteUrl, "SELECT FROM pg_subscription")).toEqual([]);
  for (const left of ["pg_publication", "pg_replication_slots", "pg_constraint WHERE NOT convalidated"])
    expect(await query(homeUrl, `SELECT FROM ${left}`)).toEqual([]);
});

it("titles and categories are as they were changed in the meantime", async () => {
  const phones = leafOf("MLA-CELLPHONES").id;
  const titles = "SELECT category_id AS id FROM labelled_titles WHERE title = 'Título 7'";
  expect(await query(siteUrl, titles)).toEqual([{ id: phones }]);
  expect(await query(siteUrl, "SELECT name FROM categories WHERE id = $1", [phones])).toEqual([
    { name: "Teléfonos" },
  ]);
  expect(
    await query(siteUrl, "SELECT count(*)::int AS n FROM labelled_titles WHERE source = 'import'"),
  ).toEqual([{ n: 20_000 }]);
});

it("it is read, searched, predicted, sold and added to as before", async () => {
  const as = { MLA: callers.seller, MLB: asCaller({ userId: brazilianId, siteId: "MLB" }) };
  const after = catalogRpc(deps);
  for (const [place, id] of [ours, theirs].entries()) {
    const siteId = id === ours ? "MLA" : "MLB";
    const caller = { as: as[siteId] };
    expect((await http.get(`/items/${id}`, caller)).json()).toMatchObject({ id, sold_quantity: 3 });
    const found = await finder(http)("q=quirubel", `/sites/${siteId}/search`);
    expect(found.results.map((each) => each.id)).toEqual([id]);
    const predicted = await http.get(`/sites/${siteId}/domain_discovery/search?q=quirubel`, caller);
    expect(predicted.json<object[]>()[0]).toMatchObject({ category_id: leafOf(`${siteId}-CELLPHONES`).id });
    const seenItem = seen.listed.find((each) => each.startsWith(siteId));
    expect((await http.get(`/items/${seenItem}/visits`, caller)).json()).toMatchObject({ total_visits: 1 });
    const picture = seen.pictures.find((each) => each.includes(siteId));
    expect((await http.get(`/pictures/${picture}`, caller)).status).toBe(200);
    const purchase = { purchase_key: `first ${place}`, lines: [{ item_id: id, quantity: 3 }] };
    expect(await after.takeStock(purchase)).toMatchObject({ taken: true });
    expect(await after.returnStock(purchase)).toEqual({ returned: true });
    expect(await after.items({ ids: [id] })).toMatchObject([{ available_quantity: 10 }]);
  }
  const body = itemBody("Nuevo después", leafOf("MLA-CELLPHONES").id);
  const count = async () => (await query(siteUrl, "SELECT FROM items")).length;
  const had = await count();
  const made = await http.post("/items", { as: as.MLA, body });
  expect(made.status, made.text).toBe(201);
  expect(await count()).toBe(had + 1);
});
