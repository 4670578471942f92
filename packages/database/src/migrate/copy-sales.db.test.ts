import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Service } from "../services.ts";
import { query } from "../testing/query.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { copySales, salesMigration } from "./copy-sales.ts";
import { migrateUpTo } from "./earlier-release.fixture.ts";
import { migrate } from "./migrate.ts";
import { migrateAll } from "./migrate-all.ts";
import { migrationsOf } from "./migrations.ts";

const names = ["catalog", "questions", "invoices", "orders", "flex", "gateway"] as const;
let databases: Record<Service, TestDatabase>;

/** An installation of the release before, whose invoices-service has sales; orders-service is new. */
beforeEach(async () => {
  const made = names.map(
    async (name) => [name, await createTestDatabase(inject("testPostgresUrl"))] as const,
  );
  // One entry per service.
  databases = Object.fromEntries(await Promise.all(made)) as typeof databases;
  await migrateUpTo(urlOf("invoices"), "invoices", "_sales_moved_contract");
  for (const statement of sales) await invoices(statement);
});
afterEach(() => Promise.all(Object.values(databases).map(({ drop }) => drop())));

const urlOf = (service: Service) => databases[service].directUrl;
const invoices = (sql: string) => query(urlOf("invoices"), sql);
const orders = (sql: string) => query(urlOf("orders"), sql);

const order =
  "site_id, seller_id, buyer_id, item_id, quantity, unit_price, currency_id, logistic_type, self_service, shipment_id, created_at";
/** More rows than one batch; among them values that a JavaScript number or date would change. */
const sales = [
  `INSERT INTO packs (site_id, seller_id, buyer_id, created_at)
   SELECT 'MLA', 3000000001, 3000000002, '2026-03-10 15:00:00.123Z' FROM generate_series(1, 2)`,
  `INSERT INTO orders (pack_id, ${order})
   SELECT id, site_id, seller_id, buyer_id, 'MLA1', 2, 1234567890123456.78, 'ARS', 'fulfillment', true, 43, created_at FROM packs`,
  `INSERT INTO orders (${order})
   SELECT 'MLB', n, 3000000002, 'MLB' || n, 1, n + 0.05, 'BRL', 'drop_off', false, NULL, now() FROM generate_series(1, 6000) n`,
  `INSERT INTO purchases (id, buyer_id, state, created_at, same_as)
   VALUES (gen_random_uuid(), 3000000002, 'pending', now(), 'the hash of a request'), (gen_random_uuid(), 1, 'done', now(), NULL)`,
  `INSERT INTO idempotency_keys (caller_id, method, path, key, body_hash, status, headers, body)
   VALUES (3000000002, 'POST', '/orders', 'bought once', 'hash', 201, '{"content-type": "application/json"}', '{"pack_id": "ñ"}'),
     (3000000001, 'POST', '/packs/4600000001/fiscal_documents/request', 'asked', 'hash', 200, '{}', '{}')`,
  `INSERT INTO fiscal_documents (id, pack_id, seller_id, slot, file_type, filename, size, sha256, object_key, created_at)
   SELECT 'file', min(id), 3000000001, 'pdf', 'application/pdf', 'a.pdf', 1, '00', 'key', now() FROM packs`,
];
/**
 * Reads all rows of a table as texts that say everything, of the columns that invoices-service has and that
 * are copied: of a lease nothing is.
 */
async function readerOf(table: string, condition = "true"): Promise<string> {
  const columns = await invoices(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' AND column_name <> 'claimed_at'`,
  );
  const list = columns.map(({ name }) => name).join(", ");
  return `SELECT to_jsonb(r)::text AS row FROM (SELECT ${list} FROM ${table} WHERE ${condition}) r ORDER BY 1`;
}

/** Expects every sale of invoices-service, as it was, in the database of orders-service. */
async function expectMoved() {
  for (const table of ["packs", "orders", "purchases"]) {
    const all = await readerOf(table);
    expect(await orders(all)).toEqual(await invoices(all));
  }
  const keys = await orders(await readerOf("idempotency_keys"));
  expect(keys).toEqual(await invoices(await readerOf("idempotency_keys", "path = '/orders'")));
  expect(keys).toHaveLength(1);
}

describe("the sales of invoices-service", () => {
  test("are orders-service's after the upgrade, as they were; a second run changes nothing", async () => {
    expect((await migrateAll(urlOf)).orders).toEqual(migrationsOf.orders.map(({ name }) => name));
    await expectMoved();
    await orders("DELETE FROM orders");
    expect((await migrateAll(urlOf)).orders).toEqual([]);
    expect(await orders("SELECT FROM orders")).toHaveLength(0);
  });

  test("keep one sequence of ids, which goes on where it was", async () => {
    await migrateAll(urlOf);
    const [next] = await orders("SELECT next_sale_id() AS id");
    const [last] = await invoices("SELECT max(id) + 1 AS id FROM orders");
    expect(next).toEqual(last);
  });

  test("are copied by one of two migrators that run at once", async () => {
    const applied = await Promise.all([migrateAll(urlOf), migrateAll(urlOf)]);
    expect(applied.flatMap((one) => one.orders)).toEqual(migrationsOf.orders.map(({ name }) => name));
    await expectMoved();
  });

  test("are not there when the copy was cut off; the next run makes it whole", async () => {
    const cut = {
      [salesMigration]: async (session: Parameters<ReturnType<typeof copySales>>[0]) => {
        await copySales(urlOf("invoices"))(session);
        // As the end of the process does.
        await session.query("SELECT pg_terminate_backend(pg_backend_pid())");
      },
    };
    const interrupted = migrate({ url: urlOf("orders"), service: "orders", completing: cut });
    await expect(interrupted).rejects.toThrow();
    expect(await orders("SELECT to_regclass('orders')::text AS orders")).toEqual([{ orders: null }]);
    await migrateAll(urlOf);
    await expectMoved();
  });

  test("are no longer changed by a service of the release before, which still reads them", async () => {
    await migrateAll(urlOf);
    for (const change of [
      `INSERT INTO packs (site_id, seller_id, buyer_id, created_at) VALUES ('MLA', 1, 2, now())`,
      "UPDATE orders SET shipment_id = 1 WHERE shipment_id IS NULL",
      "DELETE FROM purchases",
    ])
      await expect(invoices(change)).rejects.toThrow(/has moved to the database of orders-service/);
    expect(await invoices("SELECT FROM packs")).toHaveLength(2);
  });
});

test("a new installation has no sales, and ids that begin where they always did", async () => {
  await invoices("TRUNCATE packs, orders, purchases, idempotency_keys");
  await invoices("ALTER SEQUENCE sale_ids RESTART");
  await migrateAll(urlOf);
  expect(await orders("SELECT next_sale_id()::text AS id")).toEqual([{ id: "4600000001" }]);
});
