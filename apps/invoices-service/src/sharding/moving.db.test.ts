import { moveSite, prepareShard } from "@marketplace/database";
import { query, startMovableDatabases } from "@marketplace/database/testing";
import { underLoad } from "@marketplace/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startJobs } from "../index.ts";
import { invoicesService } from "../service.fixture.ts";
import { client, compared, expectTold, nothingSeen } from "./clients.fixture.ts";

const databases = await startMovableDatabases("invoices");
// Before the services' own, so that it runs after them: their connections end first.
afterAll(() => databases.stop());
const from = databases.siteUrl;
const to = await databases.newUrl();
const shards = new Map([["MLA", [from, to]]]);
const site = { service: "invoices", homeUrl: databases.homeUrl, siteId: "MLA" } as const;
await prepareShard({ ...site, urls: [from, to] });

const one = await invoicesService({ on: { url: databases.homeUrl, shards }, mailMs: 30 });
const two = await invoicesService({ on: { url: databases.homeUrl, shards }, beside: one, mailMs: 30 });
const jobs: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  for (const { deps } of [one, two]) jobs.push(await startJobs(deps));
  // What a copy takes some time for.
  await query(from, `INSERT INTO used_packs SELECT n, now(), 'MLA' FROM generate_series(1, 20000) AS n`);
});

afterAll(async () => {
  await Promise.all(jobs.map((job) => job.stop()));
});

it("loses nothing and makes nothing twice while a site moves under load", async () => {
  const seen = nothingSeen();
  const reached = (count: number) =>
    expect.poll(() => seen.stored.size, { timeout: 150_000 }).toBeGreaterThan(count);
  const moved = await underLoad(
    (running) =>
      Array.from({ length: 6 }, (_, index) => client(index, { services: [one, two], seen, running })),
    async () => {
      await reached(60);
      const result = await moveSite({ ...site, from, to });
      await reached(seen.stored.size + 60);
      return result;
    },
  );

  const { acknowledged, wrong, lost, duplicated } = await compared(seen, one, [to, databases.homeUrl]);
  process.stdout.write(
    `${JSON.stringify({
      acknowledged,
      refused: wrong.length,
      lost: lost.length,
      duplicated,
      unavailableSeconds: Number(moved.secondsWithoutWrites.toFixed(2)),
      longestPauseOfClientsSeconds: Number((seen.longestPauseMs / 1_000).toFixed(2)),
    })}\n`,
  );
  expect({ wrong, lost, duplicated }).toEqual({ wrong: [], lost: [], duplicated: 0 });
  await expectTold(seen, one, [to, databases.homeUrl]);
  const copied = "SELECT count(*)::int AS n FROM used_packs WHERE pack_id <= 20000";
  expect(await query(to, copied)).toEqual([{ n: 20_000 }]);
}, 400_000);
