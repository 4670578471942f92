import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { prepareShard } from "@marketplace/database";
import { createTestDatabase, query } from "@marketplace/database/testing";
import { asCaller, callers } from "@marketplace/testkit";
import { afterAll, expect, inject, it } from "vitest";
import { brazilianId, itemBody, leafOf, phone, smallTree, startCatalog } from "../catalog.fixture.ts";
import { catalogRpc } from "../index.ts";
import type { NewItem } from "../items/items.schema.ts";
import { finder } from "../search/search.fixture.ts";
import { loadTree } from "../tree/load-tree.service.ts";

const guide = await readFile(join(import.meta.dirname, "../../../../docs/scaling.md"), "utf8");
const [, others = ""] = /<!-- catalog: others -->\s+```sql\n([\s\S]*?)```/.exec(guide) ?? [];
/** The same statements for the site, up to its visits, as the guide says. */
const own = others
  .replaceAll("<>", "=")
  .replaceAll("!~", "~")
  .replace(/\s*DELETE FROM item_closings;[\s\S]*(?=\s+COMMIT)/, "");

const before = await startCatalog({ trees: [] });
for (const site of ["MLA", "MLB"] as const) await loadTree(site, smallTree(site), before.deps);
const brazilian = { sellerId: brazilianId, domainId: "MLB-CELLPHONES" } satisfies Partial<NewItem>;
const [ours = "", theirs = ""] = await before.list(
  phone({ title: "Quirubel de aquí" }),
  phone({ title: "Quirubel de lá", ...brazilian }),
);
const asked = [ours, theirs].map((id) => ({
  purchase_key: `of ${id}`,
  lines: [{ item_id: id, quantity: 3 }],
}));
for (const purchase of asked) await catalogRpc(before.deps).takeStock(purchase);
const at = before.clock.now();
const source = "http://img.example/1.jpg";
const pictures = await Promise.all(
  [
    { sellerId: 1_000_000_001, siteId: "MLA", at },
    { sellerId: brazilianId, siteId: "MLB", at },
  ].map((picture) => before.deps.pictures.add(source, picture)),
);
await before.deps.visits.add([ours, theirs].map((itemId) => ({ itemId, userId: 77, hour: at })));

// The services are stopped; then home's database is copied, here by its server.
const server = inject("testPostgresUrl");
const copy = await createTestDatabase(server);
const nameOf = (url: string) => new URL(url).pathname.slice(1);
await query(
  server,
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${nameOf(before.url)}'`,
);
await query(server, `DROP DATABASE ${nameOf(copy.url)}`);
await query(server, `CREATE DATABASE ${nameOf(copy.url)} TEMPLATE ${nameOf(before.url)}`);
await query(copy.url, others);
const refused = await prepareShard({
  service: "catalog",
  homeUrl: before.url,
  siteId: "MLA",
  urls: [copy.url],
}).catch(String);
await query(before.url, own);
await prepareShard({ service: "catalog", homeUrl: before.url, siteId: "MLA", urls: [copy.url] });
const shards = new Map([["MLA", [copy.url]]]);
const { http, deps } = await startCatalog({ url: before.url, shards, trees: [] });
afterAll(() => copy.drop());

it("a site is refused a database as long as it has rows at home", () => {
  expect(refused).toContain("MLA has categories, items, titles and pictures at home");
});

it("what a site had at home is in its database alone, when it was taken there while the service was stopped", async () => {
  for (const table of ["items", "categories", "labelled_titles", "trees", "site_attributes"]) {
    const sites = `SELECT DISTINCT site_id FROM ${table}`;
    expect([table, await query(copy.url, sites)]).toEqual([table, [{ site_id: "MLA" }]]);
    expect([table, await query(before.url, sites)]).toEqual([table, [{ site_id: "MLB" }]]);
  }
  expect(await query(copy.url, "SELECT FROM outbox_events")).toEqual([]);
});

it("it is read, searched, predicted, sold and added to as before", async () => {
  const as = { MLA: callers.seller, MLB: asCaller({ userId: brazilianId, siteId: "MLB" }) };
  const rpc = catalogRpc(deps);
  for (const [place, id] of [ours, theirs].entries()) {
    const siteId = id === ours ? "MLA" : "MLB";
    const caller = { as: as[siteId] };
    expect((await http.get(`/items/${id}`, caller)).json()).toMatchObject({ id, sold_quantity: 3 });
    const found = await finder(http)("q=quirubel", `/sites/${siteId}/search`);
    expect(found.results.map((each) => each.id)).toEqual([id]);
    const predicted = await http.get(`/sites/${siteId}/domain_discovery/search?q=quirubel`, caller);
    expect(predicted.json<object[]>()[0]).toMatchObject({ category_id: leafOf(`${siteId}-CELLPHONES`).id });
    expect((await http.get(`/items/${id}/visits`, caller)).json()).toMatchObject({ total_visits: 1 });
    expect((await http.get(`/pictures/${pictures[place]?.id}`, caller)).status).toBe(200);
    const purchase = asked[place] ?? { purchase_key: "", lines: [] };
    expect(await rpc.takeStock(purchase)).toMatchObject({ taken: true });
    expect(await rpc.returnStock(purchase)).toEqual({ returned: true });
    expect(await rpc.items({ ids: [id] })).toMatchObject([{ available_quantity: 10 }]);
  }
  const body = itemBody("Nuevo después", leafOf("MLA-CELLPHONES").id);
  const made = await http.post("/items", { as: as.MLA, body });
  expect(made.status, made.text).toBe(201);
  expect((await query(copy.url, "SELECT FROM items")).length).toBe(2);
});
