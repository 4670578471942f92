import { Readable } from "node:stream";
import { prepareShard } from "@marketplace/database";
import { countRows, query } from "@marketplace/database/testing";
import { sweep } from "@marketplace/object-store";
import { inEach, outboxOf, statesOf } from "@marketplace/sharding";
import { asCaller, expectProblem } from "@marketplace/testkit";
import { testDatabase } from "@marketplace/testkit/postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { invoicesRpc, startJobs } from "../index.ts";
import { buyer, formTokens, invoicesService, multipart, pdf, seller, xml } from "../service.fixture.ts";
import { reconcile } from "../storage/reconcile.service.ts";
import { DatabasesUnknown } from "./everywhere.ts";

const home = await testDatabase("invoices");
const mla = await testDatabase("invoices");
const shards = new Map([["MLA", [mla.url]]]);
await prepareShard({ service: "invoices", homeUrl: home.url, siteId: "MLA", urls: [mla.url] });

// Two processes on the same databases and files; MLU is at home.
const one = await invoicesService({ on: { url: home.url, shards } });
const two = await invoicesService({ on: { url: home.url, shards }, beside: one });
const uninformed = await invoicesService({ on: { url: home.url }, beside: one });
// A process on a home of its own, whose site MLC has a database that does not answer.
const lameHome = await testDatabase("invoices");
const away = "postgresql://nobody:nothing@127.0.0.1:1/away";
await query(lameHome.url, "INSERT INTO site_placements VALUES ('MLC', '127.0.0.1:1/away')");
const lame = await invoicesService({ on: { url: lameHome.url, shards: new Map([["MLC", [away]]]) } });

const ofUruguay = { siteId: "MLU" };
const operator = asCaller({ userId: 3_000_000_009, roles: ["operator"] });
const pathOf = (packId: number) => `/packs/${packId}/fiscal_documents`;
const upload = (packId: number, parts = [pdf()], { http } = one) =>
  http.post(pathOf(packId), { as: seller, ...multipart(parts) });
const idsOf = (answer: { json<T>(): T }) => answer.json<{ ids: string[] }>().ids;
const keysAt = async (url: string) =>
  (await query<{ key: string }>(url, "SELECT object_key AS key FROM fiscal_documents ORDER BY 1")).map(
    ({ key }) => key,
  );
/** All that is due by then is swept in every database; keys that were announced before are gone. */
async function sweepLater() {
  await one.elapse(10 * 86_400_000);
  for (const { deps } of [one, two, uninformed]) {
    await inEach(deps, (of) => sweep(of));
    await inEach(deps, async ({ objectKeys }) => objectKeys.discard());
  }
}

describe.each(["MLA", "MLU"])("files of a pack of %s", (siteId) => {
  let packId: number;
  let files: string[];

  beforeAll(async () => {
    ({ packId } = await one.sale({ siteId }));
    files = idsOf(await upload(packId, [pdf({ content: `%PDF of ${siteId}` }), xml()]));
  });

  it("are in the database of its site alone, with the site", async () => {
    const [own, other] = siteId === "MLA" ? [mla.url, home.url] : [home.url, mla.url];
    const statement = "SELECT site_id FROM fiscal_documents WHERE pack_id = $1";
    expect(await query(own, statement, [packId])).toEqual([{ site_id: siteId }, { site_id: siteId }]);
    expect(await query(other, statement, [packId])).toEqual([]);
    const used = "SELECT site_id FROM used_packs WHERE pack_id = $1";
    expect(await query(own, used, [packId])).toEqual([{ site_id: siteId }]);
    expect(await query(other, used, [packId])).toEqual([]);
  });

  it("are listed and downloaded in any process", async () => {
    const list = await two.http.get(pathOf(packId), { as: buyer });
    const listed = list.json<{ fiscal_documents: { id: string }[] }>().fiscal_documents;
    expect(listed.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
    const download = await two.http.get(`${pathOf(packId)}/${files[0]}`, { as: buyer });
    expect([download.status, download.text]).toEqual([200, `%PDF of ${siteId}`]);
    expect((await one.http.get(`${pathOf(packId)}/unknown`, { as: buyer })).status).toBe(400);
  });

  it("are one of each type, whichever processes they come to at once", async () => {
    expect((await upload(packId, [pdf()], two)).status).toBe(409);
    const { packId: fresh } = await one.sale({ siteId });
    const answers = await Promise.all([one, two, one, two].map((service) => upload(fresh, [pdf()], service)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it("with a token in the form are stored there too", async () => {
    const { packId: fresh } = await one.sale({ siteId });
    const token = { name: "access_token", content: formTokens.seller };
    expect((await two.http.post(pathOf(fresh), multipart([pdf(), token]))).status).toBe(200);
    expect((await one.http.get(pathOf(fresh), { as: buyer })).status).toBe(200);
  });

  it("are deleted, and their objects are left to that database's sweep", async () => {
    const { packId: gone } = await one.sale({ siteId });
    const [id] = idsOf(await upload(gone));
    const [own, other] = siteId === "MLA" ? [mla.url, home.url] : [home.url, mla.url];
    const [{ key } = { key: "" }] = await query<{ key: string }>(
      own,
      "SELECT object_key AS key FROM fiscal_documents WHERE id = $1",
      [id],
    );
    expect((await two.http.delete(pathOf(gone), { as: seller })).status).toBe(200);
    const unowned = "SELECT FROM unowned_objects WHERE object_key = $1";
    expect([await query(own, unowned, [key]), await query(other, unowned, [key])]).toEqual([[{}], []]);
    expect((await one.http.get(pathOf(gone), { as: seller })).json()).toMatchObject({ fiscal_documents: [] });
    expect((await upload(gone)).status).toBe(200);
  });

  it("are asked for billing data once per key, which is a conflict with another body", async () => {
    const ask = (text: string, { http } = one) =>
      http.post(`${pathOf(packId)}/request`, {
        as: seller,
        body: { text },
        headers: { "idempotency-key": "billing" },
      });
    const answers = await Promise.all([ask("CUIT?"), ask("CUIT?", two), ask("CUIT?")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await ask("DNI?", two)).status).toBe(409);
    const own = siteId === "MLA" ? mla.url : home.url;
    const ordered = "SELECT FROM outgoing_mail WHERE kind = 'billing_request' AND pack_id = $1";
    expect(await query(own, ordered, [packId])).toHaveLength(1);
  });
});

it("a file cannot be stored at home by a process that does not know the database of its site", async () => {
  const { packId } = await one.sale();
  const before = await countRows(home.url, "fiscal_documents");
  expect((await upload(packId, [pdf()], uninformed)).status).toBe(500);
  expect(await countRows(home.url, "fiscal_documents")).toBe(before);
});

it("ids and keys are unique when processes store files of all sites at once", async () => {
  const packs = await Promise.all(
    Array.from({ length: 40 }, (_, index) => one.sale(index % 2 ? ofUruguay : {})),
  );
  const answers = await Promise.all(
    packs.map(({ packId }, index) => upload(packId, [pdf(), xml()], index % 4 < 2 ? one : two)),
  );
  expect(new Set(answers.flatMap(idsOf)).size).toBe(80);
  const keys = [...(await keysAt(home.url)), ...(await keysAt(mla.url))];
  expect(new Set(keys).size).toBe(keys.length);
});

it("what waits is counted over all databases, and sent and relayed by the jobs of one process", async () => {
  const { packId } = await one.sale();
  const { packId: atHome } = await one.sale(ofUruguay);
  for (const id of [packId, atHome]) await upload(id);
  const ofSite = statesOf(one.deps.sites?.opened() ?? new Map()).get("MLA");
  const waiting = [(await ofSite?.outbox())?.count ?? 0, (await outboxOf(one.deps)).count];
  expect(Math.min(...waiting)).toBeGreaterThan(0);
  const mails = await Promise.all([mla.url, home.url].map((url) => countRows(url, "outgoing_mail")));
  const vitals = () => invoicesRpc(two.deps).vitals({});
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  expect(await vitals()).toMatchObject({
    outbox: { waiting: sum(waiting) },
    mail: { waiting: sum(mails), retrying: 0 },
  });
  const jobs = await startJobs(one.deps);
  await expect.poll(async () => (await vitals()).outbox?.waiting).toBe(0);
  await expect.poll(async () => (await vitals()).mail?.waiting).toBe(0);
  await jobs.stop();
  for (const id of [packId, atHome])
    expect(one.published.map(({ resource }) => resource)).toContain(pathOf(id));
  expect(new Set(one.sent.map(({ id }) => id)).size).toBe(one.sent.length);
  expect(one.sent).toHaveLength(sum(mails));
});

describe("the files in the store", () => {
  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of one.deps.store.list("fiscal-documents/")) keys.push(key);
    return keys.toSorted();
  };

  beforeAll(() => {
    // Objects carry the store's own time, which the standing clock has to be ahead of.
    one.clock.set(new Date(Date.now() + 3_600_000));
  });

  it("of every database have their rows: none is a leftover, and the sweeps of all leave them", async () => {
    const owned = [...(await keysAt(home.url)), ...(await keysAt(mla.url))];
    for (const { deps } of [one, two]) {
      const { differences, documents } = await reconcile(deps, { mend: true });
      expect([differences, documents]).toEqual([[], owned.length]);
    }
    await sweepLater();
    expect(await objects()).toEqual(owned.toSorted());
  });

  it("are no leftovers to a process that does not know a database: it refuses to compare", async () => {
    const before = await objects();
    await expect(reconcile(uninformed.deps, { mend: true })).rejects.toThrow(DatabasesUnknown);
    const started = await uninformed.http.post("/operations/invoice_reconciliations", {
      as: operator,
      body: { mend: true },
    });
    await uninformed.deps.runs.settled();
    const { id } = started.json<{ id: number }>();
    const run = await one.http.get(`/operations/invoice_reconciliations/${id}`, { as: operator });
    expect(run.json()).toMatchObject({ status: "failed", failure: expect.stringContaining("MLA") });
    await sweepLater();
    expect(await objects()).toEqual(before);
  });

  it("are compared over all databases, and mended where the row is", async () => {
    const lost: { packId: number; id: string }[] = [];
    for (const changes of [{}, ofUruguay]) {
      const { packId } = await one.sale(changes);
      const [id = ""] = idsOf(await upload(packId));
      lost.push({ packId, id });
      const [{ key } = { key: "" }] = (
        await Promise.all(
          [mla.url, home.url].map((url) =>
            query<{ key: string }>(url, "SELECT object_key AS key FROM fiscal_documents WHERE id = $1", [id]),
          ),
        )
      ).flat();
      await one.deps.store.delete(key);
    }
    const stray = "fiscal-documents/stray";
    await one.deps.store.put(stray, Readable.from([Buffer.from("abc")]), { contentType: "application/pdf" });
    one.clock.set(new Date(Date.now() + 7_200_000));
    const total =
      (await countRows(mla.url, "fiscal_documents")) + (await countRows(home.url, "fiscal_documents"));
    const run = async () => {
      const body = { mend: true };
      const started = await two.http.post("/operations/invoice_reconciliations", { as: operator, body });
      await two.deps.runs.settled();
      const { id } = started.json<{ id: number }>();
      return (await one.http.get(`/operations/invoice_reconciliations/${id}`, { as: operator })).json<{
        differences: { document_id: string | null; key: string }[];
      }>();
    };
    const first = await run();
    expect(first).toMatchObject({ status: "done", documents: total, documents_total: total });
    expect(first.differences.map(({ document_id, key }) => document_id ?? key).toSorted()).toEqual(
      [stray, ...lost.map(({ id }) => id)].toSorted(),
    );
    expect(await run()).toMatchObject({ documents: total - 2, difference_count: 0 });
    for (const { packId } of lost) expect((await upload(packId)).status).toBe(200);
  });

  it("are listed as runs, page after page, from home alone", async () => {
    const path = "/operations/invoice_reconciliations";
    const list = (query: string) => two.http.get(`${path}?${query}`, { as: operator });
    const all = (await list("limit=50")).json<{ results: { id: number }[]; paging: { total: number } }>();
    expect(all.results).toHaveLength(all.paging.total);
    const second = (await list("limit=1&offset=1")).json<{ results: { id: number }[] }>();
    expect(second.results).toEqual([all.results[1]]);
    expect(await countRows(mla.url, "reconciliations")).toBe(0);
  });
});

describe("while the database of another site is away", () => {
  it("its files are 503, and everything of a site goes on", async () => {
    const { packId } = await lame.sale();
    expect((await upload(packId, [pdf()], lame)).status).toBe(200);
    expect((await lame.http.get(pathOf(packId), { as: buyer })).status).toBe(200);
    const { packId: other } = await lame.sale({ siteId: "MLC" });
    expectProblem(await upload(other, [pdf()], lame), 503, "service_unavailable");
    expect((await lame.http.get(pathOf(other), { as: buyer })).status).toBe(503);
    expect((await lame.http.get("/readyz")).status).toBe(200);
  });
});
