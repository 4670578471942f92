import { moveSite, prepareShard } from "@marketplace/database";
import { query, startMovableDatabases } from "@marketplace/database/testing";
import { callers, type Http, startApp, underLoad } from "@marketplace/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import { catalogRpc, createApp, startJobs, trainSite, whereSiteIs } from "../index.ts";

const databases = await startMovableDatabases("catalog");
// Before the services' own, so that it runs after them: their connections end first.
afterAll(() => databases.stop());
const from = databases.siteUrl;
const to = await databases.newUrl();
const shards = new Map([["MLA", [from, to]]]);
const site = { service: "catalog", homeUrl: databases.homeUrl, siteId: "MLA" } as const;
await prepareShard({ ...site, urls: [from, to] });

const catalog = await startCatalog({ url: databases.homeUrl, shards });
const { deps: one, published, closed } = catalog;
const two = await catalog.replica();
const https = [catalog.http, startApp(() => createApp(two))] as const;
const rpcs = [catalogRpc(one), catalogRpc(two)] as const;
const jobs: { stop(): Promise<void> }[] = [];

const as = callers.seller;
const phones = leafOf("MLA-CELLPHONES");
const bodyOf = (title: string) => ({ ...itemBody(title, phones.id), available_quantity: 9 });

beforeAll(async () => {
  for (const deps of [one, two]) jobs.push(await startJobs(deps));
  // What a copy takes some time for.
  await query(
    from,
    `INSERT INTO labelled_titles (site_id, category_id, title, source)
     SELECT 'MLA', $1, 'Título ' || n || repeat(' texto', 20), 'import' FROM generate_series(1, 20000) AS n`,
    [phones.id],
  );
});

afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});

interface Seen {
  listed: string[];
  sold: Map<string, number>;
  closed: Set<string>;
  visited: string[];
  refused: unknown[];
  changes: number;
  latest: number;
  longestPause: number;
}

/** Lists, sells, finds and closes items until told to stop, and records what was acknowledged. */
async function client(name: string, seen: Seen, running: () => boolean): Promise<void> {
  const acknowledged = () => {
    seen.changes += 1;
    seen.longestPause = Math.max(seen.longestPause, performance.now() - seen.latest);
    seen.latest = performance.now();
  };
  for (let round = 0; running() && round < 100_000; round++) {
    const [here, there] = round % 2 === 0 ? https : (https.toReversed() as [Http, Http]);
    const title = `Mudanza ${name}${round} rápida`;
    const made = await here.post("/items", { as, body: bodyOf(title) });
    if (made.status !== 201) {
      seen.refused.push(made.text);
      continue;
    }
    acknowledged();
    const { id } = made.json<{ id: string }>();
    seen.listed.push(id);
    const lines = [{ item_id: id, quantity: 2 }];
    const taken = await rpcs[round % 2 ? 0 : 1].takeStock({ purchase_key: `of ${id}`, lines }).catch(String);
    if (typeof taken !== "string" && taken.taken) {
      acknowledged();
      seen.sold.set(id, 2);
    } else seen.refused.push(taken);
    // A change of the caller's is found at once, in another process.
    const found = await there.get(`/sites/MLA/search?q=${name}${round}`, { as });
    if (!found.text.includes(id)) seen.refused.push([id, found.text]);
    const visitor = callers.otherSeller;
    if ((await there.get(`/items/${id}`, { as: visitor })).status === 200) seen.visited.push(id);
    else seen.refused.push(`${id} was not read`);
    if (round % 3 > 0) continue;
    const ended = await there.put(`/items/${id}`, { as, body: { status: "closed" } });
    if (ended.status === 200) {
      acknowledged();
      seen.closed.add(id);
    } else seen.refused.push(ended.text);
  }
}

it("loses nothing and makes nothing twice while a site moves under load", async () => {
  const seen: Seen = {
    listed: [],
    sold: new Map(),
    closed: new Set(),
    visited: [],
    refused: [],
    changes: 0,
    latest: performance.now(),
    longestPause: 0,
  };
  const reached = (count: number) =>
    expect.poll(() => seen.listed.length, { timeout: 150_000 }).toBeGreaterThan(count);
  const moved = await underLoad(
    (running) => ["a", "b", "c", "d"].map((name) => client(name, seen, running)),
    async () => {
      await reached(20);
      const result = await moveSite({ ...site, from, to });
      await reached(seen.listed.length + 20);
      return result;
    },
  );

  const stored = await query<{ id: string; sold: number; status: string }>(
    to,
    "SELECT id, sold_quantity AS sold, status FROM items",
  );
  const byId = new Map(stored.map((row) => [row.id, row]));
  const lost = [
    ...seen.listed.filter((id) => !byId.has(id)),
    ...[...seen.sold].filter(([id, units]) => byId.get(id)?.sold !== units),
    ...[...seen.closed].filter((id) => byId.get(id)?.status !== "closed"),
  ];
  const duplicated = stored.length - new Set(seen.listed).size;
  process.stdout.write(
    `${JSON.stringify({
      acknowledged: seen.changes,
      refused: seen.refused.length,
      lost: lost.length,
      duplicated,
      unavailableSeconds: Number(moved.secondsWithoutWrites.toFixed(2)),
      longestPauseOfClientsSeconds: Number((seen.longestPause / 1_000).toFixed(2)),
    })}\n`,
  );
  expect({ lost, duplicated, refused: seen.refused }).toEqual({ lost: [], duplicated: 0, refused: [] });
  expect(await query(databases.homeUrl, "SELECT FROM items")).toEqual([]);
  // No event was lost in the old outbox, and questions-service was told of each end.
  const told = () => new Set(published.map(({ resource }) => resource)).size;
  await expect.poll(told).toBe(seen.listed.length);
  for (const id of seen.closed) await expect.poll(() => closed).toContain(id);
  // What waited in memory is counted where the items are by now.
  const visits = "SELECT FROM item_visit_days WHERE visits = 1";
  await expect.poll(async () => (await query(to, visits)).length).toBe(seen.visited.length);
}, 400_000);

it("goes on being searched and predicted in the new database", async () => {
  const titles = await query<{ n: number; later: number }>(
    to,
    `SELECT count(*)::int AS n, (count(*) FILTER (WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())))::int AS later
     FROM labelled_titles WHERE source = 'import'`,
  );
  expect(titles).toEqual([{ n: 20_000, later: 0 }]);
  const count = "SELECT FROM items WHERE status = 'active'";
  const total = async () => {
    const found = await https[1].get("/sites/MLA/search?q=mudanza", { as });
    return found.json<{ paging: { total: number } }>().paging.total;
  };
  await expect.poll(total).toBe((await query(to, count)).length);
  await whereSiteIs(one, "MLA", (of) => trainSite("MLA", of, { linearOnly: true }));
  await whereSiteIs(two, "MLA", async ({ labeledTitles }) => {
    expect(await labeledTitles.unseen("MLA")).toBe(0);
  });
}, 120_000);
