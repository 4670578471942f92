import { describe, expect, test } from "vitest";
import { migrationsOf } from "./migrations.ts";

/** What code of the release before would miss. Only a migration named `…_contract` may take it away. */
const takesAway = [
  /\bDROP\s+(TABLE|COLUMN|TYPE|SEQUENCE|VIEW)\b/i,
  /\bRENAME\s+(TO|COLUMN)\b/i,
  /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i,
  /\bSET\s+NOT\s+NULL\b/i,
  /\bADD\s+COLUMN\s+\S+\s+(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i,
];
const statementsThatTakeAway = (sql: string): string[] =>
  sql
    .replace(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => takesAway.some((pattern) => pattern.test(statement)));

/** Migrations of 0.1.0, which are not edited any more, are older. */
const sinceRelease = "20261123080000";
const named = (sql: string, pattern: RegExp): Set<string> =>
  new Set([...sql.matchAll(pattern)].map(([, table = ""]) => table));

/** Indexes of present tables that an operator cannot build beforehand, or that readers wait for. */
function indexesThatBlock(sql: string): string[] {
  const made = named(sql, /CREATE\s+TABLE\s+"(\w+)"/gi);
  const altered = named(sql, /ALTER\s+TABLE\s+"(\w+)"\s+(?!ADD\s+CONSTRAINT)/gi);
  const indexes = sql.matchAll(
    /CREATE\s+(?:UNIQUE\s+)?INDEX\s+(IF\s+NOT\s+EXISTS\s+)?"(\w+)"\s+ON\s+"(\w+)"/gi,
  );
  return [...indexes].flatMap(([, isOptional, name = "", table = ""]) =>
    made.has(table) || (isOptional && !altered.has(table)) ? [] : [name],
  );
}

describe.each(Object.entries(migrationsOf))("the migrations of %s", (_service, migrations) => {
  test("index tables that are there so that it can be done beforehand, and while they are read", () => {
    for (const { name, sql } of migrations.filter((migration) => migration.name > sinceRelease))
      expect([name, indexesThatBlock(sql)]).toEqual([name, []]);
  });

  test("only add, so that the release before runs on their result (docs/upgrade.md)", () => {
    for (const { name, sql } of migrations.filter((migration) => !migration.name.endsWith("_contract")))
      expect([name, statementsThatTakeAway(sql)]).toEqual([name, []]);
  });
});

test.each([
  ['ALTER TABLE "items" DROP COLUMN "title"', 1],
  ['ALTER TABLE "items" RENAME COLUMN "title" TO "name"', 1],
  ['ALTER TABLE "items" ALTER COLUMN "price" TYPE TEXT', 1],
  ['ALTER TABLE "items" ALTER COLUMN "price" SET NOT NULL', 1],
  ['ALTER TABLE "items" ADD COLUMN "video" TEXT NOT NULL', 1],
  ['ALTER TABLE "items" ADD COLUMN "video" TEXT NOT NULL DEFAULT \'\'', 0],
  ['ALTER TABLE "items" ADD COLUMN "video" TEXT', 0],
  ['-- DROP TABLE "items";\nDROP INDEX "items_title"', 0],
])("%s: %i to refuse", (sql, count) => {
  expect(statementsThatTakeAway(sql)).toHaveLength(count);
});

test.each([
  ['CREATE INDEX "items_title" ON "items"("title")', 1],
  ['CREATE INDEX IF NOT EXISTS "items_title" ON "items"("title")', 0],
  ['ALTER TABLE "items" ADD COLUMN "a" TEXT;\nCREATE INDEX IF NOT EXISTS "items_a" ON "items"("a")', 1],
  ['CREATE TABLE "items" ();\nCREATE UNIQUE INDEX "items_title" ON "items"("title")', 0],
])("%s: %i to refuse", (sql, count) => {
  expect(indexesThatBlock(sql)).toHaveLength(count);
});
