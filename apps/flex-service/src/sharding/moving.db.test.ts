import { moveSite, prepareShard } from "@marketplace/database";
import { query, startMovableDatabases } from "@marketplace/database/testing";
import { underLoad } from "@marketplace/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callers, emptyFlexService } from "../flex.fixture.ts";
import { flexRpc, startJobs } from "../index.ts";
import { saleOf } from "../shipments/shipments.fixture.ts";

const databases = await startMovableDatabases("flex");
// Before the services' own, so that it runs after them: their connections end first.
afterAll(() => databases.stop());
const from = databases.siteUrl;
const to = await databases.newUrl();
const shards = new Map([["MLA", [from, to]]]);
const site = { service: "flex", homeUrl: databases.homeUrl, siteId: "MLA" } as const;
await prepareShard({ ...site, urls: [from, to] });

const one = await emptyFlexService({ url: databases.homeUrl, shards });
const two = await emptyFlexService({ url: databases.homeUrl, shards });
const services = [one, two];
const jobs: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  for (const { deps } of services) jobs.push(await startJobs(deps));
  // What a copy takes some time for.
  await query(
    from,
    `INSERT INTO shipments (order_id, order_ids, site_id, seller_id, buyer_id, self_service, status, comments, told_version,
       created_at, updated_at)
     SELECT n, ARRAY[n], 'MLA', 1, 2, false, 'delivered', repeat('text ', 30), 1, now(), now()
     FROM generate_series(1, 10000) AS n`,
  );
});

afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});

interface Seen {
  /** Shipments by their orders. */
  sold: Map<number, number>;
  shipped: Set<number>;
  refused: unknown[];
  latest: number;
  longestPause: number;
}

/** Sells and ships one after the other until told to stop, and records what was acknowledged. */
async function client(seen: Seen, running: () => boolean): Promise<void> {
  for (let round = 0; running() && round < 100_000; round++) {
    const [{ http, deps }, other] = round % 2 ? [one, two] : [two, one];
    const ofBrazil = round % 4 === 3 && { site_id: "MLB", seller_id: 1_000_000_007 };
    const sale = saleOf({ outcome: "manual", ...ofBrazil });
    const id = await flexRpc(deps)
      .createShipment(sale)
      .then(
        ({ shipment_id }) => shipment_id,
        (error: unknown) => void seen.refused.push(error),
      );
    if (!id) continue;
    seen.sold.set(sale.order_id, id);
    if (!ofBrazil) {
      seen.longestPause = Math.max(seen.longestPause, performance.now() - seen.latest);
      seen.latest = performance.now();
    }
    const as = callers.operator;
    const moved = await http.put(`/shipments/${id}`, { as, body: { status: "shipped" } });
    if (moved.status === 200) seen.shipped.add(id);
    else seen.refused.push(moved.text);
    // Another process reads what was acknowledged, wherever it is by now.
    const read = await other.http.get(`/orders/${sale.order_id}/shipments`, { as });
    if (read.json<{ status: string }>().status !== "shipped") seen.refused.push(read.text);
  }
}

it("loses nothing and makes nothing twice while a site moves under load", async () => {
  const seen: Seen = {
    sold: new Map(),
    shipped: new Set(),
    refused: [],
    latest: performance.now(),
    longestPause: 0,
  };
  const reached = (count: number) =>
    expect.poll(() => seen.sold.size, { timeout: 150_000 }).toBeGreaterThan(count);
  const moved = await underLoad(
    (running) => Array.from({ length: 6 }, () => client(seen, running)),
    async () => {
      await reached(60);
      const result = await moveSite({ ...site, from, to });
      await reached(seen.sold.size + 60);
      return result;
    },
  );

  const rows = (url: string) =>
    query<{ id: number; order_id: number; status: string }>(
      url,
      "SELECT id::float8 AS id, order_id::float8 AS order_id, status FROM shipments WHERE order_id > 10000",
    );
  const stored = (await Promise.all([rows(to), rows(databases.homeUrl)])).flat();
  const byOrder = new Map(stored.map((row) => [row.order_id, row]));
  const lost = [...seen.sold].filter(([order, id]) => byOrder.get(order)?.id !== id);
  const byId = new Map(stored.map((row) => [row.id, row]));
  const lostMoves = [...seen.shipped].filter((id) => byId.get(id)?.status !== "shipped");
  const duplicated = stored.length - byOrder.size;
  process.stdout.write(
    `${JSON.stringify({
      acknowledged: seen.sold.size + seen.shipped.size,
      refused: seen.refused.length,
      lost: lost.length + lostMoves.length,
      duplicated,
      unavailableSeconds: Number(moved.secondsWithoutWrites.toFixed(2)),
      longestPauseOfClientsSeconds: Number((seen.longestPause / 1_000).toFixed(2)),
    })}\n`,
  );
  expect({ lost, lostMoves, duplicated, refused: seen.refused }).toEqual({
    lost: [],
    lostMoves: [],
    duplicated: 0,
    refused: [],
  });
  expect(stored.length).toBe(seen.sold.size);
  // Two events for each shipment, made and shipped: none lost in the old outbox.
  const events = () =>
    Map.groupBy(
      services.flatMap(({ published }) => published),
      ({ id }) => id,
    ).size;
  await expect.poll(events).toBe(seen.sold.size + seen.shipped.size);
  // Orders-service was told of each as it is, at the latest by the job.
  const untold = "SELECT FROM shipments WHERE told_version < version";
  await expect.poll(() => query(to, untold)).toEqual([]);
  const copied = await query<{ n: number }>(
    to,
    "SELECT count(*)::int AS n FROM shipments WHERE order_id <= 10000",
  );
  expect(copied).toEqual([{ n: 10_000 }]);
}, 400_000);
