import type pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { withSession } from "../connection.ts";
import { services } from "../services.ts";
import { createTestDatabase } from "../testing.ts";
import { functionFiles, readDump } from "./files.ts";
import { changedFunctions, functionsOf } from "./functions.ts";
import { schemaOf } from "./schema.ts";

async function withMigrated<T>(service: (typeof services)[number], work: (session: pg.Client) => Promise<T>) {
  const { directUrl, drop } = await createTestDatabase(inject("testPostgresUrl"), service);
  return withSession(directUrl, work).finally(drop);
}

describe.each(services)("the migrations of %s", (service) => {
  it("make the schema of the committed dump (else run `pnpm --filter @marketplace/database dump`)", async () => {
    expect(await withMigrated(service, schemaOf)).toBe(readDump(service));
  });

  it("make the functions and triggers of the files in functions/", async () => {
    const files = functionFiles(service);
    const [present, changed] = await withMigrated(
      service,
      async (session) => [await functionsOf(session), await changedFunctions(session, files)] as const,
    );
    expect(changed.map(({ name }) => name)).toEqual([]);
    expect(files.map(({ name }) => name)).toEqual([...new Set(present.map(({ name }) => name))]);
    for (const { name, trigger } of present) {
      const { sql = "" } = files.find((file) => file.name === name) ?? {};
      expect(sql).toContain(trigger === null ? `FUNCTION ${name}(` : `TRIGGER ${trigger} `);
    }
  });
});

it("a file that differs from the database is found, and one that cannot run there", async () => {
  const changed = await withMigrated("questions", (session) =>
    changedFunctions(session, [
      ...functionFiles("questions"),
      { name: "one", sql: "CREATE FUNCTION one() RETURNS int LANGUAGE sql RETURN 1" },
      { name: "broken", sql: "CREATE FUNCTION broken() RETURNS int LANGUAGE sql RETURN absent()" },
    ]),
  );
  expect(changed.map(({ name }) => name)).toEqual(["one", "broken"]);
});
