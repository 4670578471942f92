import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { migrate } from "./migrate.ts";
import { migrationsOf } from "./migrations.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase(inject("testPostgresUrl"));
});
afterEach(() => database.drop());

async function query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const session = new pg.Client({ connectionString: database.url });
  await session.connect();
  const { rows } = await session.query(sql, values).finally(() => session.end());
  return rows;
}

const insert = `
  INSERT INTO categories (id, site_id, name, position, path, path_from_root, is_leaf, settings, attributes,
    attribute_types, attributable, date_created, logistics)
  VALUES ($1, 'MLA', 'Cosas', 0, ARRAY[$1], '[]', true, '{}', $2, 'attributes', true, now(), '[]')`;

test("tags that an earlier release stored as false are gone, and nothing else is", async () => {
  const at = migrationsOf.catalog.findIndex(({ name }) => name.endsWith("_held_attribute_tags"));
  await migrate({ url: database.url, service: "catalog", migrations: migrationsOf.catalog.slice(0, at) });
  const before = [
    {
      id: "BRAND",
      name: "false",
      tags: { required: false, hidden: true },
      values: [{ id: "1", open: false }],
    },
    { id: "MODEL", tags: { required: false } },
    { id: "NONE" },
  ];
  const held = [{ id: "TRIM", tags: { required: true } }];
  await query(insert, ["MLA1", JSON.stringify(before)]);
  await query(insert, ["MLA2", JSON.stringify(held)]);
  await query(insert, ["MLA3", "[]"]);
  await query("INSERT INTO tree_dumps VALUES ('MLA', true, '', '', now()), ('MLA', false, '', '', now())");
  await migrate({ url: database.url, service: "catalog" });
  const rows = await query("SELECT attributes FROM categories ORDER BY id");
  expect(rows.map(({ attributes }) => attributes)).toEqual([
    [{ ...before[0], tags: { hidden: true } }, { id: "MODEL", tags: {} }, { id: "NONE" }],
    held,
    [],
  ]);
  expect(Object.keys(Object(rows[0]?.attributes)[0])).toEqual(["id", "name", "tags", "values"]);
  expect(await query("SELECT with_attributes FROM tree_dumps")).toEqual([{ with_attributes: false }]);
});
