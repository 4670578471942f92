import { prepareShard, splitSite } from "@marketplace/database";
import { underLoad } from "@marketplace/testkit";
import { testDatabase } from "@marketplace/testkit/postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startJobs } from "../index.ts";
import { invoicesService } from "../service.fixture.ts";
import { reconcile } from "../storage/reconcile.service.ts";
import { client, compared, expectTold, nothingSeen, storeAtHome } from "./clients.fixture.ts";

const home = { url: (await testDatabase("invoices")).directUrl };
const mla = { url: (await testDatabase("invoices")).directUrl };
const shards = new Map([["MLA", [mla.url]]]);
const site = { service: "invoices", homeUrl: home.url, siteId: "MLA" } as const;
const clients = 6;

const before = await invoicesService({ on: { url: home.url } });
/** Packs with a file at home. */
const packs: number[] = [];
for (let index = 0; index < 300; index++) packs.push((await before.sale()).packId);
for (const packId of packs) await storeAtHome(before, packId);
await prepareShard({ ...site, urls: [mla.url] });
const one = await invoicesService({ on: { url: home.url, shards }, beside: before });
const two = await invoicesService({ on: { url: home.url, shards }, beside: before });
const jobs: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  for (const { deps } of [one, two]) jobs.push(await startJobs(deps));
});

afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});

it("loses nothing and makes nothing twice while a site is split off under load", async () => {
  const seen = nothingSeen();
  const start = (running: () => boolean) =>
    Array.from({ length: clients }, (_, index) => {
      // From the last one on, so that some have left and some have not. Clients have their own.
      const older = (round: number) => packs[packs.length - 1 - index - round * clients];
      return client(index, { services: [one, two], seen, running, older });
    });
  const reached = (count: number) =>
    expect.poll(() => seen.stored.size, { timeout: 150_000 }).toBeGreaterThan(count);
  const split = await underLoad(start, async () => {
    await reached(40);
    const result = await splitSite({ ...site, to: mla.url, batchSize: 5 });
    await reached(seen.stored.size + 40);
    return result;
  });

  const { rows, acknowledged, wrong, lost, duplicated } = await compared(seen, one, [home.url, mla.url]);
  process.stdout.write(
    `${JSON.stringify({
      moved: split.rows,
      seconds: Number(split.seconds.toFixed(1)),
      acknowledged,
      wrong: wrong.length,
      lost: lost.length,
      duplicated,
      secondsWithoutNew: Number(split.secondsWithoutNew.toFixed(2)),
      longestPauseOfClientsSeconds: Number((seen.longestPauseMs / 1_000).toFixed(2)),
    })}\n`,
  );
  expect({ wrong, lost, duplicated }).toEqual({ wrong: [], lost: [], duplicated: 0 });
  const stored = [...seen.stored.values()].flat().length - seen.deleted.size;
  expect(rows).toHaveLength(packs.length + stored);
  await expectTold(seen, one, [home.url, mla.url]);
  before.clock.set(new Date(Date.now() + 3_600_000));
  expect(await reconcile(one.deps, { mend: false })).toMatchObject({ differences: [] });
}, 400_000);
