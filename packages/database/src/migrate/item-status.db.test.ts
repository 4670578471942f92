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

const ask = (sql: string, values?: unknown[]) => query(database.url, sql, values);

const category = `
  INSERT INTO categories (id, site_id, name, position, path, path_from_root, is_leaf, settings, attributes,
    attribute_types, attributable, date_created, logistics)
  VALUES ('MLA1', 'MLA', 'Cosas', 0, ARRAY['MLA1'], '[]', true, '{}', '[]', 'attributes', true, now(), '[]')`;
const insert = `
  INSERT INTO items (id, no, site_id, seller_id, category_id, title, currency_id, initial_quantity,
    available_quantity, buying_mode, listing_type_id, condition, pictures, attributes, description,
    shipping_mode, logistic_type, free_shipping, shipping_tags, status, date_created, last_updated)
  SELECT 'MLA' || no, no, 'MLA', 7, 'MLA1', 'Una cosa', 'ARS', 1, stock, 'buy_it_now', 'gold_special', 'new',
    '[]', '[]', '', 'me2', 'drop_off', false, '{}', status, '2026-01-01Z', '2026-02-02Z'
  FROM unnest($1::bigint[], $2::int[], $3::text[]) AS item (no, stock, status)`;

test("items of the release before get their state: why they are paused, and when they were closed", async () => {
  await migrateUpTo(database.url, "catalog", "_item_status");
  await ask(category);
  await ask(insert, [
    [1, 2, 3, 4],
    [5, 0, 0, 5],
    ["active", "active", "paused", "closed"],
  ]);
  await migrate({ url: database.url, service: "catalog" });
  const rows = await ask("SELECT status, sub_status, closed_at, parent_item_id FROM items ORDER BY no");
  const open = { closed_at: null, parent_item_id: null };
  expect(rows).toEqual([
    { status: "active", sub_status: [], ...open },
    { status: "paused", sub_status: ["out_of_stock"], ...open },
    { status: "paused", sub_status: ["paused_by_seller"], ...open },
    { status: "closed", sub_status: [], closed_at: new Date("2026-02-02Z"), parent_item_id: null },
  ]);
});
