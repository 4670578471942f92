import { expect, test } from "vitest";
import { problemsOf } from "../../../scripts/check-roles.ts";

const folder = "apps/flex-service/src/shipments";

test("a file of a resource's folder, or of a service's root, says its role", () => {
  const files = [
    "apps/flex-service/src/deps.ts",
    "apps/flex-service/src/due.service.ts",
    "apps/flex-service/src/shared.ts",
    `${folder}/life.service.ts`,
    `${folder}/life.db.test.ts`,
    `${folder}/buffer.ts`,
    "apps/flex-service/src/holidays/easter.ts",
  ];
  expect(problemsOf(files, () => "")).toEqual([
    "apps/flex-service/src/shared.ts: no role in its name",
    `${folder}/buffer.ts: no role in its name`,
  ]);
});

test("there is one way to make a repository, and one to SQL beside Prisma", () => {
  const texts: Record<string, string> = {
    [`${folder}/a.repo.ts`]: "export function createARepo(db) { return db.query('SELECT 1'); }",
    [`${folder}/b.repo.ts`]: "export const openB = (db) => db.query('SELECT 1');",
    [`${folder}/c.repo.ts`]: "export const createCRepo = ({ pool }) => pool.query('SELECT 1');",
    [`${folder}/c.fixture.ts`]: "db.pool.query('SELECT 1')",
  };
  expect(problemsOf(Object.keys(texts), (file) => texts[file] ?? "")).toEqual([
    `${folder}/b.repo.ts: a repository is made by createXRepo`,
    `${folder}/c.repo.ts: SQL goes through query, queryUnprepared or execute of the database`,
  ]);
});
