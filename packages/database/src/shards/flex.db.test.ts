import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { query } from "../testing/query.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { prepareShard } from "./prepare.ts";
import { expectOwnIds, prepareInTwoRuns, tablesWithSites } from "./prepared-site.fixture.ts";
import { sharded } from "./sharded.ts";
import { isAtHome, splitSite } from "./split.ts";

let home: TestDatabase;
let site: TestDatabase;
const shard = () => ({ service: "flex", homeUrl: home.url, siteId: "MLA", urls: [site.url] }) as const;
const shipmentOf = (siteId: string) =>
  query(
    home.url,
    `INSERT INTO shipments (site_id, seller_id, buyer_id, self_service, status, created_at, updated_at)
     VALUES ($1, 1, 2, false, 'pending', now(), now())`,
    [siteId],
  );
const subscriptionOf = (siteId: string) =>
  query(
    home.url,
    `INSERT INTO subscriptions (site_id, user_id, mode, status, created_at, delivery_window, capacity, delivery_ranges, zones)
     VALUES ($1, 1, 'FLEX', 'in', now(), 'same_day', 1, '{}', '[]')`,
    [siteId],
  );

beforeAll(async () => {
  const server = inject("testPostgresUrl");
  home = await createTestDatabase(server, "flex");
  site = await createTestDatabase(server);
});

afterAll(async () => {
  for (const database of [home, site]) await database.drop();
});

describe("the database of a site for Flex", () => {
  test("is prepared where an interrupted run ended", async () => {
    const [first] = await prepareInTwoRuns("flex", { home, site });
    expect(first).toBe("site_placements");
  });

  test("makes the ids of its site alone", () => expectOwnIds("flex", { home, site }));

  test("makes home refuse the site's rows of every table that has some", async () => {
    await expect(shipmentOf("MLA")).rejects.toThrow("shipments_not_of_mla");
    await expect(subscriptionOf("MLA")).rejects.toThrow("subscriptions_not_of_mla");
    const tables = await tablesWithSites(home.url);
    const placements = ["site_placements", "site_splits"];
    expect(tables).toEqual([...placements, ...sharded.flex.tables].toSorted());
    await shipmentOf("MLB");
  });
});

describe("a site that has rows at home for Flex", () => {
  let other: TestDatabase;
  const split = (more: Partial<Parameters<typeof splitSite>[0]> = {}) =>
    splitSite({
      service: "flex",
      homeUrl: home.url,
      siteId: "MLC",
      to: other.url,
      batchSize: 40,
      ...more,
    });
  const rowsOf = async (url: string, table: string) =>
    (
      await query<{ row: string }>(
        url,
        `SELECT t::text AS row FROM ${table} t WHERE site_id = 'MLC' ORDER BY t.id`,
      )
    ).map(({ row }) => row);
  const bothOf = async (url: string) => [
    ...(await rowsOf(url, "subscriptions")),
    ...(await rowsOf(url, "shipments")),
  ];
  let before: string[];

  beforeAll(async () => {
    other = await createTestDatabase(inject("testPostgresUrl"));
    await query(
      home.url,
      `INSERT INTO shipments (order_id, order_ids, site_id, seller_id, buyer_id, self_service, status, cost, items, comments, paid_at,
         created_at, updated_at)
       SELECT n, ARRAY[n, n + 1000], 'MLC', 1, 2, false, 'pending', n / 3.0, '[{"title": "\\" \\n"}]', E'text "\n', now(), now(),
         '2026-03-01T00:00:00.123Z' FROM generate_series(1, 90) AS n`,
    );
    await query(
      home.url,
      `INSERT INTO subscriptions (site_id, user_id, mode, status, created_at, delivery_window, capacity, delivery_ranges, zones,
         worked_holidays)
       SELECT 'MLC', n, m, 'in', now(), 'same_day', 1, '{"week": null}', '[]', ARRAY['2026-01-01']
       FROM unnest(ARRAY['FLEX', 'TURBO']) AS m, generate_series(100, 160) AS n`,
    );
    before = await bothOf(home.url);
  });

  afterAll(() => other.drop());

  test("stays there until it is split off", async () => {
    const prepared = await prepareShard({ ...shard(), siteId: "MLC", urls: [other.url] });
    expect(prepared.atHome).toBe(true);
    expect(await isAtHome(home.url, "MLC")).toBe(true);
    await shipmentOf("MLC");
    before = await bothOf(home.url);
  });

  test("leaves each row in one database when the split is interrupted, and a seller's together", async () => {
    const stop = async (moved: number) => {
      if (moved > 130) throw new Error("interrupted");
    };
    await expect(split({ moved: stop })).rejects.toThrow("interrupted");
    const [left, gone] = [await bothOf(home.url), await bothOf(other.url)];
    expect([...gone, ...left].toSorted()).toEqual(before.toSorted());
    expect([left.length, await rowsOf(home.url, "subscriptions")]).toEqual([51, []]);
    for (const add of [shipmentOf, subscriptionOf])
      await expect(add("MLC")).rejects.toMatchObject({ code: "42P01" });
    await shipmentOf("MLB");
  });

  test("is taken up where it ended, and then one like any other", async () => {
    expect(await split()).toMatchObject({ rows: 51, secondsWithoutNew: 0 });
    expect([await bothOf(home.url), await bothOf(other.url)]).toEqual([[], before]);
    expect(await isAtHome(home.url, "MLC")).toBe(false);
    await expect(shipmentOf("MLC")).rejects.toThrow("shipments_not_of_mlc");
    expect(await query(home.url, "SELECT FROM pg_trigger WHERE tgname LIKE '%not_of_mlc'")).toEqual([]);
    await expect(split()).rejects.toThrow("already");
  });
});
