import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { query } from "../testing/query.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { migrateUpTo } from "./earlier-release.fixture.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase(inject("testPostgresUrl"));
});
afterEach(() => database.drop());

const insert = `
  INSERT INTO shipments (order_id, site_id, seller_id, buyer_id, self_service, status, substatus, created_at,
    updated_at, shipped_at, not_delivered_at)
  VALUES (5, 'MLA', 1, 2, true, 'not_delivered', 'refused_delivery', '2026-01-01Z', '2026-01-03Z',
      '2026-01-02Z', '2026-01-03Z'),
    (NULL, 'MLA', 1, 2, false, 'ready_to_ship', NULL, '2026-01-01Z', '2026-01-01Z', NULL, NULL)`;

test("shipments of the release before get orders, logistics and history, and are to be reported", async () => {
  await migrateUpTo(database.url, "flex", "_life_of_shipments");
  await query(database.url, insert);
  await migrate({ url: database.url, service: "flex" });
  const rows = await query(
    database.url,
    `SELECT order_ids::int[] AS order_ids, logistic_type, mode, history, plan, ready_to_ship_at, version,
       told_version FROM shipments ORDER BY id`,
  );
  const created = "2026-01-01T00:00:00.000Z";
  const ready = { status: "ready_to_ship", substatus: null, date: created };
  const rest = { mode: "me2", plan: [], ready_to_ship_at: new Date(created), version: 1, told_version: 0 };
  expect(rows).toEqual([
    {
      ...rest,
      order_ids: [5],
      logistic_type: "self_service",
      history: [
        ready,
        { status: "shipped", substatus: null, date: "2026-01-02T00:00:00.000Z" },
        { status: "not_delivered", substatus: "refused_delivery", date: "2026-01-03T00:00:00.000Z" },
      ],
    },
    { ...rest, order_ids: [], logistic_type: "drop_off", history: [ready] },
  ]);
});
