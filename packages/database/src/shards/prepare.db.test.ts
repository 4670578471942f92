import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { migrate } from "../migrate/migrate.ts";
import { query } from "../testing/query.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { idRangeOf } from "./id-ranges.ts";
import { missingShards } from "./missing.ts";
import { prepareShard } from "./prepare.ts";

let home: TestDatabase;
let first: TestDatabase;
let second: TestDatabase;
const urls = () => new Map([...sites()].map(([siteId, url]) => [siteId, [url]]));
const sites = () =>
  new Map([
    ["MLA", first.url],
    ["MLB", second.url],
  ]);

beforeAll(async () => {
  const server = inject("testPostgresUrl");
  home = await createTestDatabase(server, "questions");
  first = await createTestDatabase(server);
  second = await createTestDatabase(server);
});

afterAll(async () => {
  for (const database of [home, first, second]) await database.drop();
});

const atHome = () => ({ service: "questions", homeUrl: home.url }) as const;
const missing = (known: ReadonlyMap<string, readonly string[]>) =>
  missingShards(home.url, known, "questions");

/** What the migrations' job does. */
async function prepareAll(): Promise<Record<string, number>> {
  const applied: Record<string, number> = {};
  for (const [siteId, url] of sites())
    applied[siteId] = (await prepareShard({ ...atHome(), siteId, urls: [url] })).applied.length;
  return applied;
}

const namesAt = async (url: string) =>
  (
    await query<{ name: string }>(url, "SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1")
  ).map(({ name }) => name);

describe("preparing the databases of sites", () => {
  test("goes on where it was interrupted, at the second one", async () => {
    // A table in the way of one of the migrations.
    const failing = "20261127120000_site_splits";
    await query(second.url, "CREATE TABLE site_splits (in_the_way boolean)");
    await expect(prepareAll()).rejects.toThrow(`migration ${failing} failed`);
    const all = await namesAt(home.url);
    const before = all.slice(0, all.indexOf(failing));
    expect(await namesAt(first.url)).toEqual(all);
    expect(await namesAt(second.url)).toEqual(before);
    expect(await missing(urls())).toBe("MLB has no database yet: run the migrations");
    await query(second.url, "DROP TABLE site_splits");
    expect(await prepareAll()).toEqual({ MLA: 0, MLB: all.length - before.length });
    expect(await namesAt(second.url)).toEqual(all);
    expect(await missing(urls())).toBeUndefined();
  });

  test("holds the ids of each database to its range", async () => {
    for (const [siteId, url] of sites()) {
      const { first: low, last } = idRangeOf(siteId);
      const next = "SELECT nextval('questions_id_seq')::float8 AS id";
      expect((await query<{ id: number }>(url, next))[0]?.id).toBe(low);
      await prepareAll();
      expect((await query<{ id: number }>(url, next))[0]?.id).toBe(low + 1);
      await query(url, `SELECT setval('questions_id_seq', ${last})`);
      await expect(query(url, next)).rejects.toThrow("reached maximum value of sequence");
    }
  });

  test("makes home refuse the site's questions", async () => {
    const insert = (siteId: string) =>
      query(
        home.url,
        `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item,
           period, created_at, updated_at) VALUES ($1 || '1', $1, 1, 2, 3, 'UNANSWERED', '?', false, true, 0, now(), now())`,
        [siteId],
      );
    await expect(insert("MLA")).rejects.toThrow("questions_not_of_mla");
    await insert("MLC");
  });

  test("makes home refuse the site's closed items, also where an earlier release did not", async () => {
    const close = (itemId: string) => query(home.url, "INSERT INTO closed_items VALUES ($1)", [itemId]);
    await expect(close("MLA1")).rejects.toThrow("closed_items_not_of_mla");
    await close("MLC1");
    await query(home.url, "ALTER TABLE closed_items DROP CONSTRAINT closed_items_not_of_mla");
    await close("MLA1");
    await prepareAll();
    await expect(close("MLA1")).rejects.toThrow("closed_items_not_of_mla");
    const closed = "SELECT item_id FROM closed_items";
    expect(await query(home.url, closed)).toEqual([{ item_id: "MLC1" }]);
    expect(await query(first.url, closed)).toEqual([{ item_id: "MLA1" }]);
  });

  test("takes the closed items to the site when a run ended after it had added the constraint", async () => {
    const constraint = "closed_items_not_of_mla";
    const [guard] = await query<{ is: string }>(
      home.url,
      `SELECT pg_get_constraintdef(oid) AS is FROM pg_constraint WHERE conname = '${constraint}'`,
    );
    await query(home.url, `ALTER TABLE closed_items DROP CONSTRAINT ${constraint}`);
    await query(home.url, "INSERT INTO closed_items VALUES ('MLA2')");
    await query(home.url, `ALTER TABLE closed_items ADD CONSTRAINT ${constraint} ${guard?.is}`);
    await prepareAll();
    const closed = "SELECT item_id FROM closed_items WHERE item_id = 'MLA2'";
    expect(await query(home.url, closed)).toEqual([]);
    expect(await query(first.url, closed)).toEqual([{ item_id: "MLA2" }]);
  });

  test("leaves a site that has questions at home there, and is done again as often as one likes", async () => {
    const third = await createTestDatabase(inject("testPostgresUrl"));
    const shard = { ...atHome(), siteId: "MLC", urls: [third.url] };
    expect(await prepareShard(shard)).toMatchObject({ atHome: true });
    expect(await prepareShard(shard)).toEqual({ applied: [], atHome: true });
    const constraint = "SELECT FROM pg_constraint WHERE conname = 'questions_not_of_mlc'";
    expect(await query(home.url, constraint)).toEqual([]);
    expect(await query(home.url, "SELECT FROM site_placements WHERE site_id = 'MLC'")).toEqual([]);
    expect(await missing(urls())).toContain("DATABASE_URL_MLC must name it");
    await query(home.url, "DELETE FROM site_splits");
    await third.drop();
  });

  test("is refused for an address that is not the site's database, and services wait for the right one", async () => {
    const wrong = new Map([["MLA", [second.url]]]);
    await expect(prepareShard({ ...atHome(), siteId: "MLA", urls: [second.url] })).rejects.toThrow(
      "name its address",
    );
    expect(await missing(wrong)).toContain("DATABASE_URL_MLA must name it");
    expect(await missing(new Map())).toContain("DATABASE_URL_MLA must name it");
    await expect(prepareShard({ ...atHome(), siteId: "MLD", urls: [home.url] })).rejects.toThrow("home");
  });

  test("is refused for another site's database", async () => {
    const shared = { ...atHome(), siteId: "MLE", urls: [first.url] };
    await expect(prepareShard(shared)).rejects.toThrow("is the database of MLA");
  });

  test("is for a home that is migrated", async () => {
    const empty = await createTestDatabase(inject("testPostgresUrl"));
    expect(await missingShards(empty.url, new Map(), "questions")).toBe(
      "not migrated yet: the database is empty",
    );
    await migrate({ url: empty.url, service: "questions" });
    expect(await missingShards(empty.url, new Map(), "questions")).toBeUndefined();
    await empty.drop();
  });

  test("says why when the sites cannot be asked for", async () => {
    const rename = (from: string, to: string) =>
      query(home.url, `ALTER TABLE site_placements RENAME COLUMN ${from} TO ${to}`);
    await rename("address", "place");
    expect(await missing(urls())).toContain("cannot be asked");
    await rename("place", "address");
  });

  test("of the catalog is refused for a site that has rows at home, which stays as it was", async () => {
    const server = inject("testPostgresUrl");
    const catalog = await createTestDatabase(server, "catalog");
    const [one, other] = [await createTestDatabase(server), await createTestDatabase(server)];
    const shard = { service: "catalog", homeUrl: catalog.url } as const;
    const add = (id: string) =>
      query(
        catalog.url,
        "INSERT INTO pictures (id, seller_id, source, created_at) VALUES ($1, 1, 'http://img.example/1', now())",
        [id],
      );
    await add("123456-MLC10000000001_112026");
    await expect(prepareShard({ ...shard, siteId: "MLC", urls: [one.url] })).rejects.toThrow(
      "MLC has categories",
    );
    await add("123456-MLC10000000002_112026");
    expect(await missingShards(catalog.url, new Map(), "catalog")).toBeUndefined();
    expect(await prepareShard({ ...shard, siteId: "MLA", urls: [other.url] })).toMatchObject({
      atHome: false,
    });
    await expect(add("123456-MLA10000000001_112026")).rejects.toThrow("pictures_not_of_mla");
    for (const database of [catalog, one, other]) await database.drop();
  });
});
