import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, expect, inject, test } from "vitest";
import { query } from "../testing/query.ts";
import { createTestDatabase } from "../testing.ts";
import type { TableShape } from "./shape.ts";
import { RowsRefused, withTables } from "./tables.ts";

const { url, drop } = await createTestDatabase(inject("testPostgresUrl"), "questions");
afterAll(() => drop());

await query(
  url,
  `CREATE TABLE z_parents (id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY, tags TEXT[], at TIMESTAMPTZ,
     twice BIGINT GENERATED ALWAYS AS (id * 2) STORED);
   CREATE TABLE children (parent_id BIGINT REFERENCES z_parents, word TEXT CHECK (word <> 'no'));
   CREATE FUNCTION no_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
   CREATE TRIGGER ignoring BEFORE INSERT ON children FOR EACH ROW EXECUTE FUNCTION no_rows();
   INSERT INTO z_parents (tags, at) VALUES ('{"a,b",ñandú}', '2026-01-02T03:04:05.678Z'), (NULL, NULL)`,
);

const children: TableShape = { name: "children", columns: ["parent_id", "word"] };
const write = (rows: string) =>
  withTables(url, async (tables) => {
    await tables.empty(["children"]);
    return tables.write(children, Readable.from([rows]));
  });

test("the shape has tables behind those that they refer to, and no computed columns", async () => {
  const { tables, sequences, migrations } = await withTables(url, (all) => all.shape());
  const names = tables.map(({ name }) => name);
  expect(names.indexOf("z_parents")).toBeLessThan(names.indexOf("children"));
  expect(tables.find(({ name }) => name === "z_parents")?.columns).toEqual(["id", "tags", "at"]);
  expect(names).not.toContain("_prisma_migrations");
  expect(sequences).toContain("z_parents_id_seq");
  expect(migrations[0]).toMatch(/^\d{14}_\w+ [0-9a-f]{64}$/);
});

test("rows that were read can be written, and sequences go on from where they were", async () => {
  const parents: TableShape = { name: "z_parents", columns: ["id", "tags", "at"] };
  await withTables(url, async (tables) => {
    const rows = await text(tables.read(parents));
    const states = await tables.sequences(["z_parents_id_seq"]);
    expect(states).toEqual([{ name: "z_parents_id_seq", last: "2", called: true }]);
    await tables.empty(["z_parents", "children"]);
    expect(await text(tables.read(parents))).toBe("");
    expect(await tables.write(parents, Readable.from([rows]))).toBe(2);
    expect(await text(tables.read(parents))).toBe(rows);
    await tables.advance([{ name: "z_parents_id_seq", last: "41", called: true }]);
  });
  expect(await query(url, "INSERT INTO z_parents (tags) VALUES ('{}') RETURNING id")).toMatchObject([
    { id: "42" },
  ]);
});

test("no trigger sees the rows, and all work afterward", async () => {
  expect(await write("1\tone\n2\ttwo\n")).toBe(2);
  await query(url, "INSERT INTO children VALUES (1, 'ignored')");
  expect(await query(url, "SELECT word FROM children ORDER BY word")).toEqual([
    { word: "one" },
    { word: "two" },
  ]);
});

test.each([
  ["a reference to nothing", "99\tone\n", "foreign key"],
  ["a broken constraint", "1\tno\n", "check constraint"],
  ["another type", "one\tone\n", "bigint"],
  ["a missing column", "1\n", "missing data"],
  ["another column", "1\tone\ttwo\n", "extra data"],
])("%s is refused with its place", async (_what, rows, message) => {
  const failed = await write(rows).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(RowsRefused);
  expect(String(failed)).toContain("table children");
  expect(String(failed)).toContain(message);
});

test("a sequence cannot be set beyond its range", async () => {
  const states = [{ name: "z_parents_id_seq", last: "-1", called: true }];
  await expect(withTables(url, (tables) => tables.advance(states))).rejects.toThrow(RowsRefused);
});
