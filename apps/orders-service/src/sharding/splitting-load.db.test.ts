import { prepareShard, splitSite } from "@marketplace/database";
import { countRows, query } from "@marketplace/database/testing";
import { underLoad } from "@marketplace/testkit";
import { testDatabase } from "@marketplace/testkit/postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startJobs } from "../index.ts";
import { ids } from "../orders.fixture.ts";
import {
  acknowledged,
  client,
  compared,
  nothingSeen,
  type Paid,
  unitsAstray,
  untold,
} from "./load.fixture.ts";
import { sharedWorld } from "./shards.fixture.ts";

const home = { url: (await testDatabase("orders")).directUrl };
const mla = { url: (await testDatabase("orders")).directUrl };
const shards = new Map([["MLA", [mla.url]]]);
const site = { service: "orders", homeUrl: home.url, siteId: "MLA" } as const;
const seeded = 600;
const batchSize = 30;

const old = await query<Paid>(
  home.url,
  `WITH o AS (
     INSERT INTO orders (site_id, seller_id, buyer_id, item_id, quantity, unit_price, currency_id, logistic_type, self_service,
       shipment_id, created_at, title)
     SELECT 'MLA', ${ids.seller}, ${ids.buyer}, 'MLA100', 1, 100, 'ARS', 'drop_off', false, 1, '2026-03-10T12:00:00Z', 'old'
     FROM generate_series(1, ${seeded}) RETURNING id)
   INSERT INTO payments (order_id, status, status_detail, method_id, type, installments, amount, created_at, approved_at,
     last_updated)
   SELECT id, 'approved', 'accredited', 'account_money', 'account_money', 1, 100, now(), now(), now() FROM o
   RETURNING order_id::float8 AS id, id::float8 AS payment`,
);
await prepareShard({ ...site, urls: [mla.url] });
const world = await sharedWorld(home.url);
const processes = [await world.process(shards), await world.process(shards)] as const;
const jobs: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  for (const { deps } of processes) jobs.push(await startJobs(deps));
});

afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});

it("loses nothing and makes nothing twice while a site is split off under load", async () => {
  const seen = nothingSeen();
  // Each batch has some that clients work on, before it and after.
  const mixed = old.map((_, index) => old[(index * 7) % seeded]).flatMap((each) => each ?? []);
  const reached = (count: number) =>
    expect.poll(() => seen.sold.size, { timeout: 150_000 }).toBeGreaterThan(count);
  const split = await underLoad(
    (running) =>
      Array.from({ length: 4 }, (_, index) => client({ index, processes, old: mixed, seen, running })),
    async () => {
      await reached(10);
      const result = await splitSite({ ...site, to: mla.url, batchSize });
      await reached(seen.sold.size + 10);
      return result;
    },
  );

  const { lost, duplicated } = await compared([home.url, mla.url], seen);
  process.stdout.write(
    `${JSON.stringify({
      moved: split.rows,
      seconds: Number(split.seconds.toFixed(1)),
      acknowledged: acknowledged(seen),
      wrong: seen.wrong.length,
      lost: lost.length,
      duplicated,
      secondsWithoutNew: Number(split.secondsWithoutNew.toFixed(2)),
      longestRoundSeconds: Number((seen.longestMs / 1_000).toFixed(2)),
    })}\n`,
  );
  expect({ lost, duplicated, wrong: seen.wrong }).toEqual({ lost: [], duplicated: 0, wrong: [] });
  for (const table of ["orders", "packs", "conversations"])
    expect([table, await countRows(home.url, table, "site_id = 'MLA'")]).toEqual([table, 0]);
  const ofMla = [...seen.sold.values()].filter((siteId) => siteId === "MLA").length;
  expect(await countRows(mla.url, "orders")).toBe(seeded + ofMla);
  expect(await unitsAstray(world, processes[0], [home.url, mla.url])).toBe(0);
  await expect.poll(() => untold(world, seen)).toEqual([]);
}, 400_000);
