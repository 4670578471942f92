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

const insert = `
  INSERT INTO categories (id, site_id, name, position, path, path_from_root, is_leaf, settings, attributes,
    attribute_types, attributable, date_created, logistics)
  VALUES ($1, 'MLA', 'Cosas', 0, ARRAY[$1], '[]', true, '{}', $2, 'attributes', true, now(), '[]')`;

test("tags that an earlier release stored as false are gone, and nothing else is", async () => {
  await migrateUpTo(database.url, "catalog", "_held_attribute_tags");
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
  await ask(insert, ["MLA1", JSON.stringify(before)]);
  await ask(insert, ["MLA2", JSON.stringify(held)]);
  await ask(insert, ["MLA3", "[]"]);
  await ask("INSERT INTO tree_dumps VALUES ('MLA', true, '', '', now()), ('MLA', false, '', '', now())");
  await migrate({ url: database.url, service: "catalog" });
  const rows = await ask("SELECT attributes FROM categories ORDER BY id");
  expect(rows.map(({ attributes }) => attributes)).toEqual([
    [{ ...before[0], tags: { hidden: true } }, { id: "MODEL", tags: {} }, { id: "NONE" }],
    held,
    [],
  ]);
  expect(Object.keys(Object(rows[0]?.attributes)[0])).toEqual(["id", "name", "tags", "values"]);
  expect(await ask("SELECT with_attributes FROM tree_dumps")).toEqual([{ with_attributes: false }]);
});
