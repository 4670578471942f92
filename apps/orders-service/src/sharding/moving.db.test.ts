import { moveSite, prepareShard } from "@marketplace/database";
import { countRows, query, startMovableDatabases } from "@marketplace/database/testing";
import { underLoad } from "@marketplace/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startJobs } from "../index.ts";
import { acknowledged, client, compared, nothingSeen, unitsAstray, untold } from "./load.fixture.ts";
import { sharedWorld } from "./shards.fixture.ts";

const databases = await startMovableDatabases("orders");
// Before the services' own, so that it runs after them: their connections end first.
afterAll(() => databases.stop());
const from = databases.siteUrl;
const to = await databases.newUrl();
const shards = new Map([["MLA", [from, to]]]);
const site = { service: "orders", homeUrl: databases.homeUrl, siteId: "MLA" } as const;
await prepareShard({ ...site, urls: [from, to] });

const world = await sharedWorld(databases.homeUrl);
const processes = [await world.process(shards), await world.process(shards)] as const;
const jobs: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  for (const { deps } of processes) jobs.push(await startJobs(deps));
  // What a copy takes some time for.
  await query(
    from,
    `INSERT INTO orders (id, site_id, seller_id, buyer_id, item_id, quantity, unit_price, currency_id, logistic_type,
       self_service, shipment_id, created_at, title)
     SELECT n, 'MLA', 1, 2, 'MLA1', 1, 1, 'ARS', 'drop_off', false, 1, now(), repeat('text ', 30)
     FROM generate_series(1, 10000) AS n`,
  );
});

afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});

it("loses nothing and makes nothing twice while a site moves under load", async () => {
  const seen = nothingSeen();
  const reached = (count: number) =>
    expect.poll(() => seen.sold.size, { timeout: 150_000 }).toBeGreaterThan(count);
  const moved = await underLoad(
    (running) => Array.from({ length: 4 }, (_, index) => client({ index, processes, seen, running })),
    async () => {
      await reached(20);
      const result = await moveSite({ ...site, from, to });
      await reached(seen.sold.size + 20);
      return result;
    },
  );

  const urls = [databases.homeUrl, to];
  const { lost, duplicated } = await compared(urls, seen);
  process.stdout.write(
    `${JSON.stringify({
      acknowledged: acknowledged(seen),
      refused: seen.wrong.length,
      lost: lost.length,
      duplicated,
      unavailableSeconds: Number(moved.secondsWithoutWrites.toFixed(2)),
      longestPauseOfClientsSeconds: Number((seen.longestPauseMs / 1_000).toFixed(2)),
    })}\n`,
  );
  expect({ lost, duplicated, refused: seen.wrong }).toEqual({ lost: [], duplicated: 0, refused: [] });
  expect(await countRows(to, "orders", "id <= 10000")).toBe(10_000);
  expect(await unitsAstray(world, processes[0], urls)).toBe(0);
  await expect.poll(() => untold(world, seen)).toEqual([]);
}, 400_000);
