import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { services } from "../services.ts";
import { query } from "../testing/query.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { MigrationRefused, migrate } from "./migrate.ts";

const packageDir = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase(inject("testPostgresUrl"));
});

afterEach(() => database.drop());

/** Runs the Prisma CLI for a service against the test's database; rejects when it is not content. */
async function prisma(service: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("node_modules/.bin/prisma", args, {
    cwd: packageDir,
    env: {
      ...process.env,
      SERVICE: service,
      DATABASE_URL: database.url,
      PRISMA_SCHEMA_ENGINE_BINARY: join(packageDir, "scripts", "schema-engine.mjs"),
    },
  });
  return stdout;
}

const ask = (sql: string) => query(database.url, sql);

describe.each(services)("%s", (service) => {
  test("Prisma finds every migration applied and the database equal to the schema", async () => {
    expect((await migrate({ url: database.url, service })).length).toBeGreaterThan(0);
    expect(await prisma(service, "migrate", "status")).toContain("Database schema is up to date!");
    const schema = `prisma/${service}/schema.prisma`;
    const diff = ["--from-config-datasource", "--to-schema", schema, "--exit-code"];
    expect(await prisma(service, "migrate", "diff", ...diff)).toContain("No difference detected");
  });
});

test("what Prisma deployed is not applied again", async () => {
  await prisma("flex", "migrate", "deploy");
  expect(await migrate({ url: database.url, service: "flex" })).toEqual([]);
});

const one = { name: "20260101000000_one", sql: "CREATE TABLE one (id int)" };
const two = { name: "20260102000000_two", sql: "CREATE TABLE two (id int); SELECT 1 / 0" };

function migrateWith(...migrations: { name: string; sql: string }[]) {
  return migrate({ url: database.url, service: "flex", migrations });
}

test("two that migrate at once apply each migration once", async () => {
  const applied = await Promise.all([migrateWith(one), migrateWith(one)]);
  expect(applied.flat()).toEqual([one.name]);
});

test("a migration waits for a table in use, and others use it meanwhile", async () => {
  await migrateWith(one);
  const user = new pg.Client({ connectionString: database.url });
  await user.connect();
  try {
    await user.query("BEGIN; SELECT FROM one");
    const migrated = migrateWith(one, { name: "20260103000000_three", sql: "ALTER TABLE one ADD more int" });
    const waits = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'one'::regclass";
    await expect.poll(() => ask(waits)).toHaveLength(1);
    // Behind a migration that waits for as long as it takes this one would wait for the commit below.
    expect(await ask("SELECT id FROM one")).toEqual([]);
    await user.query("COMMIT");
    expect(await migrated).toEqual(["20260103000000_three"]);
  } finally {
    await user.end();
  }
});

test("a migration that was changed after it was applied is refused", async () => {
  await migrateWith(one);
  const changed = { ...one, sql: `${one.sql};` };
  await expect(migrateWith(changed)).rejects.toThrow(MigrationRefused);
  await expect(migrateWith(changed)).rejects.toThrow("flex: migration 20260101000000_one was changed after");
});

test("a failing migration leaves nothing behind, and what came before stays", async () => {
  await expect(migrateWith(one, two)).rejects.toThrow("20260102000000_two failed: division by zero");
  expect(await ask("SELECT migration_name FROM _prisma_migrations")).toEqual([{ migration_name: one.name }]);
  expect(await ask("SELECT to_regclass('two')::text AS two")).toEqual([{ two: null }]);
});

test("a migration that failed half-way under Prisma is refused until it is resolved", async () => {
  await migrateWith(one);
  await ask("UPDATE _prisma_migrations SET finished_at = NULL");
  await expect(migrateWith(one)).rejects.toThrow("flex: migration 20260101000000_one failed before");
});
