import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { embeddedPasswords } from "../roles/addresses.ts";
import { ensureOwnedDatabases } from "../roles/ensure.ts";
import { query } from "../testing/query.ts";
import { cloneDatabases, databasesNamed } from "./clone.ts";
import { dropDatabases } from "./databases.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.ts";

let dataDir: string;
let server: EmbeddedPostgres;
const owner = "marketplace_flex";
const admin = () => server.url("postgres");

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "clone-"));
  server = await startEmbeddedPostgres({ dataDir, sync: false, settings: { fsync: "off" } });
  await ensureOwnedDatabases(admin(), [owner, "marketplace_orders"], embeddedPasswords(admin()));
  await query(server.ownerUrl(owner), "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('one')");
});

afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

const asOwnerOf = (database: string, role = owner) => {
  const url = new URL(server.ownerUrl(role));
  url.pathname = `/${database}`;
  return url.href;
};

test("a database is copied while it is in use, and belongs to its owner alone", async () => {
  const session = new pg.Client({ connectionString: server.ownerUrl(owner) });
  session.on("error", () => {});
  await session.connect();
  await cloneDatabases(admin(), [{ from: owner, to: "copy_flex", owner }]);
  await query(asOwnerOf("copy_flex"), "INSERT INTO notes VALUES ('two')");
  expect(await query(asOwnerOf("copy_flex"), "SELECT text FROM notes")).toHaveLength(2);
  expect(await query(server.ownerUrl(owner), "SELECT text FROM notes")).toEqual([{ text: "one" }]);
  await expect(query(asOwnerOf("copy_flex", "marketplace_orders"), "SELECT 1")).rejects.toThrow(
    "permission denied",
  );
  expect(await databasesNamed(admin(), "copy_")).toEqual(["copy_flex"]);
  await dropDatabases(admin(), ["copy_flex"]);
  expect(await databasesNamed(admin(), "copy_")).toEqual([]);
});

test("a copy of a database that does not exist fails, and so does a second one of the same name", async () => {
  await expect(cloneDatabases(admin(), [{ from: "nothing", to: "copy_a", owner }])).rejects.toThrow(
    "does not exist",
  );
  await cloneDatabases(admin(), [{ from: owner, to: "copy_b", owner }]);
  await expect(cloneDatabases(admin(), [{ from: owner, to: "copy_b", owner }])).rejects.toThrow(
    "already exists",
  );
});
