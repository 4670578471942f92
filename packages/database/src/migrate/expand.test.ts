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

describe.each(Object.entries(migrationsOf))("the migrations of %s", (_service, migrations) => {
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
