import { prepareShard, splitSite } from "@marketplace/database";
import { countRows, query } from "@marketplace/database/testing";
import { sweep } from "@marketplace/object-store";
import { inEach } from "@marketplace/sharding";
import { heldSplit } from "@marketplace/testkit/held-split";
import { testDatabase } from "@marketplace/testkit/postgres";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createPackSiteFinder } from "../packs/pack-sites.job.ts";
import { buyer, invoicesService, multipart, pdf, seller, xml } from "../service.fixture.ts";
import { reconcile } from "../storage/reconcile.service.ts";
import { storeAtHome } from "./clients.fixture.ts";

// The servers themselves: a split holds sessions, which a pooler shares.
const home = { url: (await testDatabase("invoices")).directUrl };
const mla = { url: (await testDatabase("invoices")).directUrl };
const shards = new Map([["MLA", [mla.url]]]);
const site = { service: "invoices", homeUrl: home.url, siteId: "MLA" } as const;

const before = await invoicesService({ on: { url: home.url } });
const pathOf = (packId: number) => `/packs/${packId}/fiscal_documents`;
const upload = (packId: number, part = pdf(), { http } = before) =>
  http.post(pathOf(packId), { as: seller, ...multipart([part]) });
const ask = (packId: number, { http } = before) =>
  http.post(`${pathOf(packId)}/request`, {
    as: seller,
    body: { text: "CUIT?" },
    headers: { "idempotency-key": "billing" },
  });
interface File {
  id: string;
  file_type: string;
}
const filesOf = async (packId: number, { http } = before) =>
  (await http.get(pathOf(packId), { as: buyer })).json<{ fiscal_documents: File[] }>().fiscal_documents;
const countOf = (url: string, table: string) => countRows(url, table, "site_id = 'MLA'");

/** Packs with a file at home, in the order in which they are taken. */
const packs: number[] = [];
for (let index = 0; index < 10; index++) packs.push((await before.sale()).packId);
const pack = (index: number): number => packs[index] ?? 0;
const ofUruguay = (await before.sale({ siteId: "MLU" })).packId;
for (const packId of [...packs, ofUruguay]) await storeAtHome(before, packId);

const split = heldSplit({ ...site, to: mla.url, batchSize: 2 });

// Rows of the release before have no site.
await query(home.url, "UPDATE used_packs SET site_id = NULL");
await query(home.url, "UPDATE fiscal_documents SET site_id = NULL WHERE pack_id > $1", [pack(3)]);
const prepared = await prepareShard({ ...site, urls: [mla.url] });
const early = await splitSite({ ...site, to: mla.url }).catch((error: unknown) => error);
await query(home.url, "INSERT INTO used_packs VALUES (1, now())");
await createPackSiteFinder(before.deps)();
const unknown = await before.deps.packSites.missing(0, 5);
await query(home.url, "DELETE FROM used_packs WHERE pack_id = 1");

const one = await invoicesService({ on: { url: home.url, shards }, beside: before });
const two = await invoicesService({ on: { url: home.url, shards }, beside: before });

describe("rows of the release before, which have no site", () => {
  it("count as the site's until the service has asked orders-service for it", async () => {
    expect(prepared).toMatchObject({ atHome: true });
    expect(early).toMatchObject({ message: expect.stringContaining("whose site is not known yet") });
    const sites = "SELECT site_id FROM used_packs UNION SELECT site_id FROM fiscal_documents ORDER BY 1";
    expect(await query(home.url, sites)).toEqual([{ site_id: "MLA" }, { site_id: "MLU" }]);
  });

  it("keep having none when orders-service does not know the pack", () => {
    expect(unknown).toEqual([1]);
  });
});

it("a site that is prepared is used at home as before", async () => {
  const { packId } = await before.sale();
  packs.push(packId);
  expect((await ask(pack(0), one)).status).toBe(200);
  expect((await upload(packId, pdf(), one)).status).toBe(200);
  expect([await filesOf(packId, two), await countOf(mla.url, "used_packs")]).toEqual([
    [expect.anything()],
    0,
  ]);
});

describe("while packs are on their way", () => {
  const fresh: number[] = [];

  beforeAll(async () => {
    // As an interrupted batch leaves it: a file is in both databases.
    const [row] = await query<{ row: string }>(
      home.url,
      "SELECT to_json(d)::text AS row FROM fiscal_documents d WHERE pack_id = $1",
      [pack(9)],
    );
    await query(
      mla.url,
      "INSERT INTO fiscal_documents SELECT * FROM json_populate_record(NULL::fiscal_documents, $1::json)",
      [row?.row],
    );
    await split.until(4);
  });

  it("each pack's files are in one database, found there by every process", async () => {
    expect([await countOf(home.url, "used_packs"), await countOf(mla.url, "used_packs")]).toEqual([9, 2]);
    for (const packId of packs)
      for (const service of [one, two]) expect(await filesOf(packId, service)).toHaveLength(1);
  });

  it("a second file goes where the first one is, and a third one is refused there", async () => {
    for (const packId of [pack(0), pack(1), pack(8), pack(9)]) {
      expect((await upload(packId, xml(), one)).status).toBe(200);
      expect((await upload(packId, xml(), two)).status).toBe(409);
      expect((await upload(packId, pdf(), one)).status).toBe(409);
      expect(await filesOf(packId, two)).toHaveLength(2);
    }
    const ofPacks = "SELECT FROM fiscal_documents WHERE file_type = 'application/xml'";
    expect([await query(home.url, ofPacks), await query(mla.url, ofPacks)]).toEqual([
      [{}, {}],
      [{}, {}],
    ]);
  });

  it("the first file of a pack is the site's", async () => {
    for (const service of [one, two]) {
      const { packId } = await before.sale();
      fresh.push(packId);
      expect((await upload(packId, pdf(), service)).status).toBe(200);
      expect(await filesOf(packId, one)).toHaveLength(1);
    }
    expect(await countOf(mla.url, "used_packs")).toBe(4);
  });

  describe("keys that were announced at home, of a file that came while its pack left,", () => {
    const named = (key: string, url: string, table: string) =>
      query(url, `SELECT FROM ${table} WHERE object_key = $1`, [key]);
    /** As in a process whose upload began when its pack would have been stored at home. */
    const uploadWith = async (packId: number, key: string) => {
      const reserve = one.deps.sites?.opened().get("MLA")?.objectKeys;
      if (!reserve) throw new Error("MLA is open");
      const next = vi.spyOn(reserve, "next").mockResolvedValueOnce(key);
      const { status } = await upload(packId, pdf(), one);
      expect(next).toHaveBeenCalled();
      next.mockRestore();
      return status;
    };

    it("go with it", async () => {
      const key = await one.deps.objectKeys.next();
      const { packId } = await before.sale();
      fresh.push(packId);
      expect(await uploadWith(packId, key)).toBe(200);
      expect(await named(key, mla.url, "fiscal_documents")).toHaveLength(1);
      for (const url of [home.url, mla.url]) expect(await named(key, url, "unowned_objects")).toEqual([]);
    });

    it("do not when home's sweep has begun to remove the object", async () => {
      const key = await one.deps.objectKeys.next();
      const { packId } = await before.sale();
      const claim = "UPDATE unowned_objects SET removal_began_at = now() WHERE object_key = $1";
      await query(home.url, claim, [key]);
      expect(await uploadWith(packId, key)).toBe(503);
      for (const url of [home.url, mla.url]) expect(await named(key, url, "fiscal_documents")).toEqual([]);
      expect(await named(key, home.url, "unowned_objects")).toHaveLength(1);
    });
  });

  it("files are deleted where they are, and do not come back from a batch that was interrupted", async () => {
    for (const packId of [pack(1), pack(9)]) {
      expect((await one.http.delete(pathOf(packId), { as: seller })).status).toBe(200);
      expect(await filesOf(packId, two)).toEqual([]);
      expect((await one.http.delete(pathOf(packId), { as: seller })).status).toBe(404);
    }
  });

  it("a key of a request that was made at home counts at the site", async () => {
    const again = await ask(pack(0), one);
    expect([again.status, again.headers["idempotent-replayed"]]).toEqual([200, "true"]);
  });

  it("a process that does not know it writes nothing at home, except for packs that are there", async () => {
    const { packId } = await before.sale();
    expect((await upload(packId, pdf(), before)).status).toBe(500);
    expect((await upload(pack(7), xml(), before)).status).toBe(200);
    expect(await filesOf(pack(7), two)).toHaveLength(2);
    await expect(reconcile(before.deps, { mend: true })).rejects.toThrow("MLA");
  });

  it("no file is a leftover of either database", async () => {
    before.clock.set(new Date(Date.now() + 3_600_000));
    expect(await reconcile(one.deps, { mend: true })).toMatchObject({ differences: [] });
    await one.elapse(10 * 86_400_000);
    await inEach(one.deps, (of) => sweep(of));
    for (const { deps } of [before, one, two])
      await inEach(deps, async ({ objectKeys }) => objectKeys.discard());
  });

  it("and when it is done all is in the site's database, and found", async () => {
    await split.toEnd();
    expect([await countOf(home.url, "used_packs"), await countOf(home.url, "fiscal_documents")]).toEqual([
      0, 0,
    ]);
    expect(await countOf(mla.url, "used_packs")).toBe(packs.length + fresh.length);
    const numbers = packs.map((_, index) => ({ 0: 2, 1: 0, 7: 2, 8: 2, 9: 0 })[index] ?? 1);
    for (const [index, packId] of packs.entries())
      expect(await filesOf(packId, two)).toHaveLength(numbers[index] ?? 1);
    expect(await reconcile(two.deps, { mend: false })).toMatchObject({ differences: [] });
    expect((await filesOf(ofUruguay, one)).length).toBe(1);
    for (const [index, packId] of [...packs, ...fresh].entries())
      if (numbers[index] !== 0) {
        const [{ id } = { id: "" }] = await filesOf(packId, one);
        const download = await two.http.get(`${pathOf(packId)}/${id}`, { as: buyer });
        expect([packId, download.status]).toEqual([packId, 200]);
      }
  });
});
