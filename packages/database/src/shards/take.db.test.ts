import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withSession } from "../connection.ts";
import { prismaLockKey } from "../migrate/migrate.ts";
import { countRows, query } from "../testing/query.ts";
import { type MovableDatabases, startMovableDatabases } from "../testing.ts";
import { idRangeOf } from "./id-ranges.ts";
import { placeOf } from "./placements.ts";
import { PlacementRefused, prepareShard } from "./prepare.ts";
import { beginCopy, removeCopy } from "./replication.ts";
import { mayBeTaken, takeSite } from "./take.ts";

let databases: MovableDatabases;
let to: string;

const add = (siteId: string, first: number) =>
  query(
    databases.homeUrl,
    `INSERT INTO pictures (id, seller_id, source, created_at)
     SELECT '123456-${siteId}' || 10000000000 + n || '_112026', 1, 'http://img.example/' || n, now()
     FROM generate_series($1::int, $1::int + 99) AS n`,
    [first],
  );

beforeAll(async () => {
  databases = await startMovableDatabases("catalog");
  to = await databases.newUrl();
  await query(databases.adminUrl, "ALTER ROLE home_catalog REPLICATION");
  await add("MLA", 1);
  await add("MLB", 101);
  await query(
    databases.homeUrl,
    `INSERT INTO labelled_titles (site_id, category_id, title, source)
     VALUES ('MLA', 'MLA1', 'Uno', 'import'), ('MLB', 'MLB1', 'Um', 'import')`,
  );
  await query(databases.homeUrl, "SELECT setval('tree_numbers', 90000123)");
});

afterAll(() => databases.stop());

const site = () => ({ service: "catalog", homeUrl: databases.homeUrl, siteId: "MLA", to }) as const;
const mayBe = () => mayBeTaken(databases.homeUrl, "catalog", "MLA");

/** Home has all rows, and nothing is left of a copy. */
async function expectUntouched(): Promise<void> {
  const { homeUrl } = databases;
  expect([await countRows(homeUrl, "pictures"), await countRows(homeUrl, "labelled_titles")]).toEqual([
    200, 2,
  ]);
  for (const left of ["pg_publication", "pg_replication_slots", "site_placements"])
    expect([left, await countRows(homeUrl, left)]).toEqual([left, 0]);
  expect(await countRows(homeUrl, "pg_class", "relreplident = 'f'")).toBe(0);
  expect(await mayBe()).toBe(true);
}

describe("what cannot be taken stays at home:", () => {
  test("the new server cannot reach home", async () => {
    const nobody = databases.homeUrl.replace(/:\d+\//, ":1/");
    await expect(takeSite({ ...site(), homeThere: nobody })).rejects.toThrow(/could not connect/);
    await expectUntouched();
  });

  test("a service goes on using home", async () => {
    await withSession(databases.homeUrl, async (service) => {
      await service.query("SELECT FROM pictures");
      await expect(takeSite({ ...site(), withinMs: 5_000 })).rejects.toThrow("not stopped in time");
    });
    await expectUntouched();
    expect(await countRows(to, "pictures")).toBe(0);
  });

  test("the new database is home, has rows, or is behind a pooler", async () => {
    const take = (url: string) => takeSite({ ...site(), to: url });
    await expect(take(databases.homeUrl)).rejects.toThrow("is the home database");
    await expect(take(`${to}?pooler=transaction`)).rejects.toThrow("behind a pooler");
    await query(to, "INSERT INTO trees VALUES ('MLA', 1)");
    await expect(take(to)).rejects.toThrow("has rows in trees");
    await query(to, "DELETE FROM trees");
    await expectUntouched();
  });

  test("home has a row of the site that its id does not tell of", async () => {
    const { homeUrl } = databases;
    await query(
      homeUrl,
      `INSERT INTO categories (id, site_id, name, "position", path_from_root, is_leaf, settings, attributes, attribute_types,
         attributable, date_created, logistics)
       VALUES ('X1', 'MLA', 'Otra', 1, '[]', true, '{}', '[]', 'none', false, now(), '[]')`,
    );
    await expect(takeSite(site())).rejects.toThrow(
      "home has rows of MLA in categories whose id does not say it",
    );
    await query(homeUrl, "DELETE FROM categories");
    await expectUntouched();
  });

  test("a migration runs", async () => {
    await withSession(databases.homeUrl, async (other) => {
      await other.query(`SELECT pg_advisory_lock(${prismaLockKey})`);
      await expect(takeSite(site())).rejects.toThrow("a migration, or another move, is under way");
    });
    await expectUntouched();
  });
});

test("another database than the one of an interrupted copy is refused, by a message that says what to do", async () => {
  const { homeUrl } = databases;
  const name = "take_catalog_mla";
  const ends = async (work: (ends: { source: pg.Client; target: pg.Client }) => Promise<void>) =>
    withSession(homeUrl, (source) => withSession(to, (target) => work({ source, target })));
  await ends((both) => beginCopy(name, { ...both, tables: ["pictures"], address: homeUrl }));
  const elsewhere = takeSite({ ...site(), to: await databases.newUrl() });
  await expect(elsewhere).rejects.toThrow(`or DROP SUBSCRIPTION ${name} there`);
  await expect(elsewhere).rejects.toBeInstanceOf(PlacementRefused);
  await ends((both) => removeCopy(name, both, { copied: ["pictures"] }));
  await expectUntouched();
});

test("a copy that was interrupted is made again, and the command given again after the change ends it", async () => {
  const { homeUrl } = databases;
  await withSession(homeUrl, (source) =>
    withSession(to, async (target) => {
      const name = "take_catalog_mla";
      await beginCopy(name, { source, target, tables: ["pictures"], address: homeUrl });
      await expect.poll(() => countRows(to, "pictures")).toBe(200);
      // So is its removal, before it has deleted the rows.
      const removal = removeCopy(name, { source, target }, { copied: ["pictures", "nowhere"] });
      await expect(removal).rejects.toThrow("nowhere");
    }),
  );
  expect(await countRows(to, "pictures")).toBe(200);
  const killed = takeSite({
    ...site(),
    tell(step) {
      if (step.startsWith("at home it is deleted")) throw new Error("killed");
    },
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await query(homeUrl, "SELECT address FROM site_placements")).toEqual([{ address: placeOf(to) }]);
  expect([await countRows(homeUrl, "pg_replication_slots"), await mayBe()]).toEqual([1, true]);
  const unchecked = () => countRows(homeUrl, "pg_constraint", "NOT convalidated");
  expect(await unchecked()).toBeGreaterThan(0);
  // Constraints that cannot be checked keep nothing of home's log.
  await query(homeUrl, "ALTER TABLE pictures RENAME CONSTRAINT pictures_not_of_mla TO hidden");
  await expect(takeSite(site())).rejects.toThrow("pictures_not_of_mla");
  expect([await countRows(homeUrl, "pg_replication_slots"), await mayBe()]).toEqual([0, true]);
  await query(homeUrl, "ALTER TABLE pictures RENAME CONSTRAINT hidden TO pictures_not_of_mla");
  const steps: string[] = [];
  expect(await takeSite({ ...site(), tell: (step) => steps.push(step) })).toBeUndefined();
  expect(steps).toEqual(["was taken before: start every catalog-service with DATABASE_URL_MLA"]);
  expect([await countRows(homeUrl, "pg_replication_slots"), await mayBe(), await unchecked()]).toEqual([
    0,
    false,
    0,
  ]);
  const elsewhere = takeSite({ ...site(), to: await databases.newUrl() });
  await expect(elsewhere).rejects.toThrow(`the catalog of MLA is in ${placeOf(to)} already`);
});

describe("afterwards", () => {
  test("each row is in one database", async () => {
    const counts = async (url: string) => [
      await countRows(url, "pictures"),
      await countRows(url, "labelled_titles"),
    ];
    expect([await counts(databases.homeUrl), await counts(to)]).toEqual([
      [100, 1],
      [100, 1],
    ]);
    expect(await countRows(to, "pictures", "id ~ '-MLA'")).toBe(100);
  });

  test("home refuses rows of the site, and the migrations have nothing to do", async () => {
    await expect(add("MLA", 201)).rejects.toThrow("pictures_not_of_mla");
    const { service, homeUrl, siteId } = site();
    expect(await prepareShard({ service, homeUrl, siteId, urls: [to] })).toEqual({
      applied: [],
      atHome: false,
    });
  });

  test("the site's numbers go on in its range, those without one where home's were", async () => {
    const next = async (name: string) =>
      (await query<{ n: number }>(to, `SELECT nextval('${name}')::float8 AS n`))[0]?.n;
    expect(await next("picture_numbers")).toBe(idRangeOf("MLA").first);
    expect([await next("tree_numbers"), await next("labelled_titles_no_seq")]).toEqual([90_000_124, 3]);
  });
});
