import { prepareShard, splitSite } from "@marketplace/database";
import { query } from "@marketplace/database/testing";
import { underLoad } from "@marketplace/testkit";
import { testDatabase } from "@marketplace/testkit/postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callers, deliveryOf, emptyFlexService, pathsOf } from "../flex.fixture.ts";
import { flexRpc, startJobs } from "../index.ts";
import { saleOf } from "../shipments/shipments.fixture.ts";

const home = { url: (await testDatabase("flex")).directUrl };
const mla = { url: (await testDatabase("flex")).directUrl };
const shards = new Map([["MLA", [mla.url]]]);
const site = { service: "flex", homeUrl: home.url, siteId: "MLA" } as const;
const seeded = 1_500;
const batchSize = 50;

await query(
  home.url,
  `INSERT INTO shipments (order_id, order_ids, site_id, seller_id, buyer_id, self_service, status, told_version, created_at,
     updated_at)
   SELECT n, ARRAY[n], 'MLA', 1, 2, false, 'ready_to_ship', 1, now(), now() FROM generate_series(1, ${seeded}) AS n`,
);
await prepareShard({ ...site, urls: [mla.url] });
const one = await emptyFlexService({ url: home.url, shards });
const two = await emptyFlexService({ url: home.url, shards });
const jobs: { stop(): Promise<void> }[] = [];
const as = callers.operator;
const own = pathsOf(1_000_000_008);
let service = 0;

beforeAll(async () => {
  for (const { deps } of [one, two]) jobs.push(await startJobs(deps));
  const opened = await one.http.post(own.subscriptions, { as, body: { mode: "FLEX" } });
  service = opened.json<{ service_id: number }>().service_id;
});

afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});

interface Seen {
  /** Shipments by their orders. */
  sold: Map<number, number>;
  shipped: Set<number>;
  wrong: unknown[];
  longestMs: number;
}

/** Sells, joins and ships, old shipments and new ones, and changes hours; each in another process. */
async function client(index: number, seen: Seen, running: () => boolean): Promise<void> {
  for (let round = 0; running() && round < 100_000; round++) {
    const [here, there] = (index + round) % 2 ? [one, two] : [two, one];
    const since = performance.now();
    const wrong = (what: string) => (error: unknown) => void seen.wrong.push([what, error]);
    const sale = saleOf({ outcome: "manual", pack_id: 7_000_000_000 + index * 100_000 + round });
    const mate = saleOf({ outcome: "manual", pack_id: sale.pack_id ?? null });
    const [sold, joined] = await Promise.all([
      flexRpc(here.deps).createShipment(sale).catch(wrong("sell")),
      flexRpc(there.deps).createShipment(mate).catch(wrong("join")),
    ]);
    if (sold && joined) {
      if (sold.shipment_id !== joined.shipment_id) seen.wrong.push(["pack", sold, joined]);
      seen.sold.set(sale.order_id, sold.shipment_id).set(mate.order_id, joined.shipment_id);
    }
    // One that is, or was, at home. Clients have their own.
    const id = index + 1 + ((round * 6) % seeded);
    const found = (await there.http.get(`/orders/${id}/shipments`, { as })).json<{ id: number }>();
    if (!seen.shipped.has(found.id)) {
      const body = { status: "shipped" };
      const { status, text } = await here.http.put(`/shipments/${found.id}`, { as, body });
      if (status === 200) seen.shipped.add(found.id);
      else seen.wrong.push(["ship", text]);
      const read = await there.http.get(`/shipments/${found.id}`, { as });
      if (read.json<{ status: string }>().status !== "shipped") seen.wrong.push(["read", read.text]);
    }
    if (index === 0) {
      const body = deliveryOf(8 + (round % 4), 20, 7);
      const change = await here.http.put(own.delivery(service), { as, body });
      const after = await there.http.get(own.delivery(service), { as });
      if (change.status !== 200 || after.text !== change.text) seen.wrong.push([change.text, after.text]);
    }
    seen.longestMs = Math.max(seen.longestMs, performance.now() - since);
  }
}

it("loses nothing and makes nothing twice while a site is split off under load", async () => {
  const seen: Seen = { sold: new Map(), shipped: new Set(), wrong: [], longestMs: 0 };
  const reached = (count: number) =>
    expect.poll(() => seen.sold.size, { timeout: 150_000 }).toBeGreaterThan(count);
  const split = await underLoad(
    (running) => Array.from({ length: 6 }, (_, index) => client(index, seen, running)),
    async () => {
      await reached(30);
      const result = await splitSite({ ...site, to: mla.url, batchSize });
      await reached(seen.sold.size + 30);
      return result;
    },
  );

  const rowsOf = (url: string) =>
    query<{ id: number; order_ids: string[]; status: string }>(
      url,
      "SELECT id::float8 AS id, order_ids::text[] AS order_ids, status FROM shipments",
    );
  const [atHome = [], stored = []] = await Promise.all([home.url, mla.url].map(rowsOf));
  const byOrder = new Map(
    stored.flatMap((row) => row.order_ids.map((order) => [Number(order), row] as const)),
  );
  const lost = [...seen.sold].filter(([order, id]) => byOrder.get(order)?.id !== id);
  const byId = new Map(stored.map((row) => [row.id, row]));
  const lostMoves = [...seen.shipped].filter((id) => byId.get(id)?.status !== "shipped");
  const duplicated = stored.length - new Set(byOrder.values()).size;
  process.stdout.write(
    `${JSON.stringify({
      moved: split.rows,
      seconds: Number(split.seconds.toFixed(1)),
      acknowledged: seen.sold.size + seen.shipped.size,
      wrong: seen.wrong.length,
      lost: lost.length + lostMoves.length,
      duplicated,
      secondsWithoutNew: Number(split.secondsWithoutNew.toFixed(2)),
      longestRoundSeconds: Number((seen.longestMs / 1_000).toFixed(2)),
    })}\n`,
  );
  expect({ atHome, lost, lostMoves, duplicated, wrong: seen.wrong }).toEqual({
    atHome: [],
    lost: [],
    lostMoves: [],
    duplicated: 0,
    wrong: [],
  });
  expect(stored.length).toBe(seeded + seen.sold.size / 2);
  // One event for each shipment that was made, and for each that was shipped.
  const events = () =>
    Map.groupBy(
      [one, two].flatMap(({ published }) => published),
      ({ id }) => id,
    ).size;
  await expect.poll(events).toBe(seen.sold.size / 2 + seen.shipped.size);
}, 400_000);
