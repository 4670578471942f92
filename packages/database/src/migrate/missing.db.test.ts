import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { services } from "../services.ts";
import { query } from "../testing/query.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { migrate } from "./migrate.ts";
import { migrationsOf } from "./migrations.ts";
import { missingSchema } from "./missing.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase(inject("testPostgresUrl"));
});

afterEach(() => database.drop());

const ask = (sql: string) => query(database.url, sql);

test.each(services)("a database that all migrations of %s were applied to lacks nothing", async (service) => {
  expect(await missingSchema(database.url, service)).toBe("not migrated yet: the database is empty");
  await migrate({ url: database.url, service });
  expect(await missingSchema(database.url, service)).toBeUndefined();
});

test("one that was left behind lacks what is named; one of a newer release lacks nothing", async () => {
  const last = migrationsOf.flex.at(-1)?.name;
  await migrate({ url: database.url, service: "flex" });
  await ask(
    `UPDATE _prisma_migrations SET migration_name = '29990101000000_newer' WHERE migration_name = '${last}'`,
  );
  expect(await missingSchema(database.url, "flex")).toBe(`not migrated yet: ${last}`);
  await ask(`UPDATE _prisma_migrations SET migration_name = '${last}' WHERE migration_name LIKE '2999%'`);
  await ask(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '29990101000000_newer', now())",
  );
  expect(await missingSchema(database.url, "flex")).toBeUndefined();
});

test("a migration that failed half-way was not applied", async () => {
  await migrate({ url: database.url, service: "flex" });
  await ask("UPDATE _prisma_migrations SET finished_at = NULL");
  expect(await missingSchema(database.url, "flex")).toMatch(/^not migrated yet: \d/);
});

test("a server that is away and a user who is refused are told apart", async () => {
  const away = new URL(database.url);
  away.port = "1";
  expect(await missingSchema(away.href, "flex")).toBe("the database does not answer");
  const stranger = new URL(database.url);
  stranger.pathname = "/nowhere";
  expect(await missingSchema(stranger.href, "flex")).toContain("the database refuses its user");
});
