import { expect, it } from "vitest";
import { startJobs } from "./jobs.ts";
import { seedDemo } from "./seed.ts";
import { buyer, ids, invoicesService } from "./service.fixture.ts";

const { http, clock, deps, db, sale, sent } = await invoicesService();

it("a pack of the demo has an invoice that can be downloaded, and no other has one", async () => {
  const [withPdf, without] = [await sale(), await sale()];
  const users = { seller_mla: { id: ids.seller } };
  await seedDemo(deps, { packs: { pack_with_pdf: withPdf.packId }, users, now: clock.now() });
  const path = `/packs/${withPdf.packId}/fiscal_documents`;
  const list = (await http.get(path, { as: buyer })).json<{ fiscal_documents: { id: string }[] }>();
  const file = await http.get(`${path}/${list.fiscal_documents[0]?.id}`, { as: buyer });
  expect(file.text).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/);
  expect((await http.get(`/packs/${without.packId}/fiscal_documents`, { as: buyer })).status).toBe(404);
});

it("the background work hands over events and e-mails as they come, and stops", async () => {
  const delivered = Promise.withResolvers<unknown>();
  const notifications = {
    async publish({ events }: { events: unknown[] }) {
      delivered.resolve(events[0]);
      return { accepted: events.length };
    },
  };
  const mailed = Promise.withResolvers<void>();
  const mailer = { send: async () => mailed.resolve(), close() {} };
  const jobs = await startJobs({ ...deps, notifications, mailer });
  await deps.transaction(async () => {
    const at = clock.now();
    await deps.mail.add({ kind: "billing_request", packId: 1, userId: 2, details: { text: "a" } }, at);
    await deps.outbox.record({ topic: "messages", resource: "/packs/1", userId: 2, occurredAt: at });
  });
  expect(await delivered.promise).toMatchObject({ topic: "messages", resource: "/packs/1", user_id: 2 });
  await mailed.promise;
  await jobs.stop();
  expect((await db.pool.query("SELECT 1 FROM outgoing_mail")).rows).toHaveLength(0);
  expect(sent).toHaveLength(0);
});

it("readiness names the database and the object store", async () => {
  const answer = await http.get("/readyz");
  expect(answer.json()).toEqual({ status: "ok", checks: { database: "ok", object_store: "ok" } });
});
