import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { query } from "../testing/query.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { prepareShard } from "./prepare.ts";
import { prepareInTwoRuns, tablesWithSites } from "./prepared-site.fixture.ts";
import { sharded } from "./sharded.ts";
import { isAtHome, splitSite } from "./split.ts";

let home: TestDatabase;
let site: TestDatabase;
const usedPack = (id: number, siteId: string | null, url = home.url) =>
  query(url, "INSERT INTO used_packs VALUES ($1, '2026-03-01T00:00:00.123Z', $2)", [id, siteId]);
const fileOf = (packId: number, siteId: string | null, slot = "pdf", url = home.url) =>
  query(
    url,
    `INSERT INTO fiscal_documents (id, pack_id, site_id, seller_id, slot, file_type, filename, size, sha256, object_key, created_at)
     VALUES ($1::bigint || $3::text, $1, $2, 1, $3, 'application/' || $3, E'a "\\n.pdf', 1, '00', 'fiscal-documents/' || $1 || $3,
       '2026-03-01T00:00:00.123Z')`,
    [packId, siteId, slot],
  );

beforeAll(async () => {
  const server = inject("testPostgresUrl");
  home = await createTestDatabase(server, "invoices");
  site = await createTestDatabase(server);
});

afterAll(async () => {
  for (const database of [home, site]) await database.drop();
});

describe("the database of a site for invoices", () => {
  test("is prepared where an interrupted run ended", async () => {
    const [first] = await prepareInTwoRuns("invoices", { home, site });
    expect(first).toBe("site_placements");
  });

  test("makes home refuse the site's rows, and those that do not say theirs", async () => {
    for (const siteId of ["MLA", null]) {
      await expect(fileOf(1, siteId)).rejects.toThrow("fiscal_documents_not_of_mla");
      await expect(usedPack(1, siteId)).rejects.toThrow("used_packs_not_of_mla");
    }
    await usedPack(1, "MLB");
    await fileOf(1, "MLB");
    const tables = await tablesWithSites(home.url);
    // Orders and packs are those of the release that had them here: orders-service has them.
    const others = ["orders", "packs", "site_placements", "site_splits"];
    expect(tables).toEqual([...others, ...sharded.invoices.tables].toSorted());
  });
});

describe("a site that has files at home", () => {
  let own: TestDatabase;
  let other: TestDatabase;
  const target = () => ({ service: "invoices", homeUrl: own.url, siteId: "MLC" }) as const;
  const split = (more: Partial<Parameters<typeof splitSite>[0]> = {}) =>
    splitSite({ ...target(), to: other.url, batchSize: 40, ...more });
  const rowsOf = async (url: string) => {
    const texts = async (table: string, order: string) =>
      (
        await query<{ row: string }>(
          url,
          `SELECT t::text AS row FROM ${table} t WHERE site_id = 'MLC' ORDER BY t.${order}`,
        )
      ).map(({ row }) => row);
    return [...(await texts("used_packs", "pack_id")), ...(await texts("fiscal_documents", "id"))];
  };
  let before: string[];

  beforeAll(async () => {
    const server = inject("testPostgresUrl");
    own = await createTestDatabase(server, "invoices");
    other = await createTestDatabase(server);
    await query(own.url, "INSERT INTO used_packs SELECT n, now(), 'MLC' FROM generate_series(1, 90) AS n");
    for (let pack = 1; pack <= 90; pack += 2) await fileOf(pack, "MLC", "pdf", own.url);
    await fileOf(1, "MLC", "xml", own.url);
    // Of the release before.
    await usedPack(91, null, own.url);
  });

  afterAll(async () => {
    for (const database of [own, other]) await database.drop();
  });

  test("stays there until it is split off, when all rows say their site", async () => {
    expect((await prepareShard({ ...target(), urls: [other.url] })).atHome).toBe(true);
    expect(await isAtHome(own.url, "MLC")).toBe(true);
    await expect(split()).rejects.toThrow("whose site is not known yet");
    await query(own.url, "UPDATE used_packs SET site_id = 'MLC' WHERE site_id IS NULL");
    before = await rowsOf(own.url);
  });

  test("leaves each pack with its files in one database when the split is interrupted", async () => {
    const stop = async (moved: number) => {
      if (moved > 100) throw new Error("interrupted");
    };
    await expect(split({ moved: stop })).rejects.toThrow("interrupted");
    const [left, gone] = [await rowsOf(own.url), await rowsOf(other.url)];
    expect([...gone, ...left].toSorted()).toEqual(before.toSorted());
    // 80 packs with 40 files, and the second one of the first.
    expect(gone).toHaveLength(121);
    const stranded =
      "SELECT FROM fiscal_documents d WHERE NOT EXISTS (SELECT FROM used_packs u WHERE u.pack_id = d.pack_id)";
    for (const { url } of [own, other]) expect(await query(url, stranded)).toEqual([]);
  });

  test("takes files of packs that are at home, and no others", async () => {
    for (const add of [() => fileOf(5, "MLC", "xml", own.url), () => usedPack(300, "MLC", own.url)])
      await expect(add()).rejects.toMatchObject({ code: "42P01" });
    await expect(fileOf(85, null, "xml", own.url)).rejects.toMatchObject({ code: "42P01" });
    await fileOf(85, "MLC", "xml", own.url);
    await usedPack(301, "MLB", own.url);
  });

  test("is taken up where it ended: what an interrupted batch has left gives way to home's", async () => {
    // Of pack 83, whose file was deleted at home since, and of pack 87.
    await query(own.url, "DELETE FROM fiscal_documents WHERE pack_id = 83");
    for (const pack of [83, 87]) await fileOf(pack, "MLC", "pdf", other.url);
    const expected = [...(await rowsOf(own.url)), ...(await rowsOf(other.url))].filter(
      (row) => !row.startsWith("(83pdf"),
    );
    expect(await split()).toMatchObject({ rows: 11 + 5, secondsWithoutNew: 0 });
    expect(await rowsOf(own.url)).toEqual([]);
    expect((await rowsOf(other.url)).toSorted()).toEqual([...new Set(expected)].toSorted());
    expect(await isAtHome(own.url, "MLC")).toBe(false);
    await expect(fileOf(400, "MLC", "pdf", own.url)).rejects.toThrow("fiscal_documents_not_of_mlc");
    expect(await query(own.url, "SELECT FROM pg_trigger WHERE tgname LIKE '%not_of_mlc'")).toEqual([]);
    await expect(split()).rejects.toThrow("already");
  });
});
