import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { databaseName, migrate, type Service, services } from "@marketplace/database";
import { embeddedPasswords, ensureOwnedDatabases } from "@marketplace/database/embedded";
import { migrationsOf, startTestServer } from "@marketplace/database/testing";
import { seedDemo as seedUsers } from "@marketplace/edge-gateway";
import { serve } from "@marketplace/server";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseUrlsOf, migrateDatabases } from "./database.ts";
import { type Composition, composeServices } from "./services.ts";

const postgres = await startTestServer();
const ownerUrl = databaseUrlsOf(postgres.adminUrl);
const urlOf = (service: Service) => ownerUrl(databaseName(service));
const dataDir = await mkdtemp(join(tmpdir(), "orders-moved-"));
const content = "%PDF-1.4 an invoice of the release before";
const packId = 4_600_000_001;

let composition: Composition;
let baseUrl = "";
let users: Record<"seller_mla" | "buyer_mla", { id: number; access_token: string }>;
let close: () => Promise<void>;

/** Databases of the release before, with a sale and its file, that this release is started on. */
beforeAll(async () => {
  await ensureOwnedDatabases(
    postgres.adminUrl,
    services.filter((service) => service !== "orders").map(databaseName),
    embeddedPasswords(postgres.adminUrl),
  );
  const before = migrationsOf.invoices.filter(({ name }) => name < "20261124");
  await migrate({ url: urlOf("invoices"), service: "invoices", migrations: before });
  await migrate({ url: urlOf("gateway"), service: "gateway" });
  const settings = {
    databaseUrl: ownerUrl,
    baseUrl: "http://127.0.0.1",
    dataDir,
    secret: "a secret for these tests",
    jsonp: "on",
    logLevel: "silent",
  } as const;
  composition = await composeServices(settings);
  ({ users } = await seedUsers(composition.deps.gateway, { now: new Date(), baseUrl: settings.baseUrl }));
  await sell(users.seller_mla.id, users.buyer_mla.id);
  await migrateDatabases({ url: () => postgres.adminUrl, ownerUrl });
  const listening = await serve(composition.app, { host: "127.0.0.1", port: 0 });
  ({ close } = listening);
  baseUrl = `http://127.0.0.1:${listening.port}`;
});
afterAll(async () => {
  await close();
  await composition.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** What invoices-service stored: a pack of two orders with a fiscal document, and an order without a pack. */
async function sell(seller: number, buyer: number): Promise<void> {
  const session = new pg.Client({ connectionString: urlOf("invoices") });
  await session.connect();
  const parties = `'MLA', ${seller}, ${buyer}`;
  const order = (pack: string, item: string) => `(${pack}, ${parties}, '${item}', 1, 100.5, 'ARS', 'drop_off',
    false, 43, '2026-03-10T15:00:00Z')`;
  await session.query(`
    INSERT INTO packs (site_id, seller_id, buyer_id, created_at) VALUES (${parties}, '2026-03-10T15:00:00Z');
    INSERT INTO orders (pack_id, site_id, seller_id, buyer_id, item_id, quantity, unit_price, currency_id, logistic_type,
      self_service, shipment_id, created_at)
      VALUES ${order(String(packId), "MLA1")}, ${order(String(packId), "MLA2")}, ${order("NULL", "MLA3")};
    INSERT INTO fiscal_documents (id, pack_id, seller_id, slot, file_type, filename, size, sha256, object_key, created_at)
      VALUES ('${seller}_a', ${packId}, ${seller}, 'pdf', 'application/pdf', 'a.pdf', ${content.length},
        '${createHash("sha256").update(content).digest("hex")}', 'documents/a', '2026-03-10T15:00:00Z');
    INSERT INTO used_packs VALUES (${packId}, '2026-03-10T15:00:00Z')`);
  await session.end();
  await composition.deps.invoices.store.put("documents/a", Readable.from([Buffer.from(content)]), {
    contentType: "application/pdf",
  });
}

async function read(path: string, as: "seller_mla" | "buyer_mla" = "buyer_mla") {
  const headers = { Authorization: `Bearer ${users[as].access_token}` };
  const answer = await fetch(`${baseUrl}${path}`, { headers });
  return { status: answer.status, text: await answer.text() };
}
const bodyOf = async (path: string) => JSON.parse((await read(path)).text);

describe("after the upgrade to a release with orders-service", () => {
  it("every order and pack is as it was", async () => {
    const soldAt = "2026-03-10T11:00:00.000-04:00";
    expect(await bodyOf(`/orders/${packId + 1}`)).toMatchObject({
      id: packId + 1,
      status: "paid",
      pack_id: packId,
      site_id: "MLA",
      seller_id: users.seller_mla.id,
      buyer_id: users.buyer_mla.id,
      items: [{ id: "MLA1", variation_id: null, quantity: 1, unit_price: 100.5 }],
      currency_id: "ARS",
      logistic_type: "drop_off",
      shipment_id: 43,
      date_created: soldAt,
      date_closed: soldAt,
      last_updated: soldAt,
      paid_amount: 100.5,
      payments: [{ status: "approved", transaction_amount: 100.5, date_approved: soldAt }],
    });
    expect(await bodyOf(`/packs/${packId}`)).toMatchObject({
      orders: [{ id: packId + 1 }, { id: packId + 2 }],
    });
    expect(await bodyOf(`/packs/${packId + 3}`)).toMatchObject({ id: packId + 3 });
  });

  it("a fiscal document is listed and downloaded, byte by byte", async () => {
    const path = `/packs/${packId}/fiscal_documents`;
    const { fiscal_documents } = await bodyOf(path);
    expect(fiscal_documents).toMatchObject([{ id: `${users.seller_mla.id}_a` }]);
    for (const as of ["seller_mla", "buyer_mla"] as const)
      expect(await read(`${path}/${users.seller_mla.id}_a`, as)).toEqual({ status: 200, text: content });
    expect((await read(`/packs/${packId + 1}/fiscal_documents`)).status).toBe(400);
  });

  it("users have traded what they had", async () => {
    const [{ id }] = [users.seller_mla];
    expect(await bodyOf(`/users/${id}`)).toMatchObject({
      seller_reputation: { transactions: { total: 3 } },
    });
  });
});
