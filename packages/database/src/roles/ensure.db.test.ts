import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureDatabases } from "../embedded/databases.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../embedded/start.ts";
import { migrate } from "../migrate/migrate.ts";
import { databaseName, services } from "../services.ts";
import { query } from "../testing/query.ts";
import { embeddedPasswords, ownerUrl } from "./addresses.ts";
import { ensureOwnedDatabases } from "./ensure.ts";

let dataDir: string;
let server: EmbeddedPostgres;
const names = services.map(databaseName);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "roles-"));
  server = await startEmbeddedPostgres({ dataDir, sync: false, settings: { fsync: "off" } });
});

afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

const admin = () => server.url("postgres");
const ensure = (some: readonly string[] = names, url = admin()) =>
  ensureOwnedDatabases(url, some, embeddedPasswords(admin()));
const asRoleIn = (role: string, database: string) => {
  const url = new URL(server.ownerUrl(role));
  url.pathname = `/${database}`;
  return url.href;
};

/** Objects outside of extensions that the role does not own, of every kind that has an owner. */
const notOwned = `
  SELECT pg_describe_object(classid, objid, 0) AS object FROM (
    SELECT 'pg_class'::regclass AS classid, oid AS objid, relowner AS owner FROM pg_class
    UNION ALL SELECT 'pg_proc'::regclass, oid, proowner FROM pg_proc
    UNION ALL SELECT 'pg_type'::regclass, oid, typowner FROM pg_type
    UNION ALL SELECT 'pg_namespace'::regclass, oid, nspowner FROM pg_namespace
    UNION ALL SELECT 'pg_ts_config'::regclass, oid, cfgowner FROM pg_ts_config
    UNION ALL SELECT 'pg_ts_dict'::regclass, oid, dictowner FROM pg_ts_dict
    UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, stxowner FROM pg_statistic_ext
    UNION ALL SELECT 'pg_operator'::regclass, oid, oprowner FROM pg_operator
    UNION ALL SELECT 'pg_collation'::regclass, oid, collowner FROM pg_collation
  ) o
  WHERE objid >= 16384 AND owner <> $1::regrole
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = o.classid AND d.objid = o.objid AND deptype = 'e')
    AND pg_describe_object(classid, objid, 0) NOT LIKE '%pg_toast%'`;

describe("the roles of services", () => {
  beforeAll(async () => {
    await ensure();
    for (const service of services) await migrate({ url: server.ownerUrl(databaseName(service)), service });
  });

  test.each(names)("%s reaches its own database and is refused by every other", async (name) => {
    expect(await query(server.ownerUrl(name), "SELECT current_user::text AS me")).toEqual([{ me: name }]);
    for (const other of [...names.filter((candidate) => candidate !== name), "postgres", "template1"])
      await expect(query(asRoleIn(name, other), "SELECT 1"), other).rejects.toThrow(
        `permission denied for database "${other}"`,
      );
  });

  test.each([
    ["create a role", "CREATE ROLE another"],
    ["make itself a superuser", "ALTER ROLE marketplace_catalog SUPERUSER"],
    ["become the administrator", "SET ROLE postgres"],
    ["change another service's password", "ALTER ROLE marketplace_gateway PASSWORD 'mine'"],
    ["create a database", "CREATE DATABASE another"],
    ["read the server's files", "SELECT pg_read_file('postgresql.conf')"],
    ["copy from the server's files", "CREATE TEMPORARY TABLE t (line TEXT); COPY t FROM '/etc/passwd'"],
    ["run programs on the server", "COPY (SELECT 1) TO PROGRAM 'cat'"],
    ["read a file as a large object", "SELECT lo_import('/etc/passwd')"],
    ["read the passwords", "SELECT * FROM pg_authid"],
    ["create an extension that is not trusted", "CREATE EXTENSION dblink"],
    ["load a library", "LOAD 'auto_explain'"],
    ["change the server's settings", "ALTER SYSTEM SET log_statement = 'all'"],
  ])("cannot %s", async (_what, sql) => {
    await expect(query(server.ownerUrl("marketplace_catalog"), sql)).rejects.toThrow(
      /permission denied|must be superuser|access to library "auto_explain" is not allowed/,
    );
  });

  test("create a trusted extension, own what their migrations made, and keep the database's defaults", async () => {
    await query(server.ownerUrl("marketplace_catalog"), "CREATE EXTENSION btree_gin");
    for (const name of names)
      expect([name, await query(server.ownerUrl(name), notOwned, [name])]).toEqual([name, []]);
    expect(await query(asRoleIn("marketplace_flex", "marketplace_flex"), "SHOW statement_timeout")).toEqual([
      { statement_timeout: "30s" },
    ]);
  });

  test("are the same after a second time, and when several do it at once", async () => {
    const roles = `SELECT oid, rolname, rolsuper, rolcanlogin, rolcreatedb FROM pg_roles WHERE rolname LIKE 'market%'`;
    const before = await query(admin(), `${roles} ORDER BY 1`);
    await Promise.all([ensure(), ensure(), ensure()]);
    expect(await query(admin(), `${roles} ORDER BY 1`)).toEqual(before);
    expect(before).toHaveLength(names.length);
  });

  test("lose rights that somebody gave them, and get the password that is asked for now", async () => {
    await query(admin(), "ALTER ROLE marketplace_flex SUPERUSER CREATEDB");
    const passwords = () => "another-one";
    await ensureOwnedDatabases(admin(), ["marketplace_flex"], passwords);
    await expect(query(server.ownerUrl("marketplace_flex"), "SELECT 1")).rejects.toThrow(/password/);
    const url = ownerUrl(admin(), "marketplace_flex", passwords);
    await expect(query(url, "CREATE DATABASE another")).rejects.toThrow("permission denied");
    await expect(ensureOwnedDatabases(admin(), ["marketplace_flex"], () => "ñ")).rejects.toThrow("ASCII");
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await ensure();
  });
});

describe("databases of a release that had one user for all", () => {
  const name = "marketplace_gateway_old";

  test("are handed over with everything in them but extensions, once, and their rows stay", async () => {
    await ensureDatabases(admin(), [name]);
    const old = server.url(name);
    await migrate({ url: old, service: "catalog" });
    await query(
      old,
      `CREATE SCHEMA "Jobs"; CREATE TABLE "Jobs"."the list" (id SERIAL PRIMARY KEY, tags TEXT[], kind INT, part INT);
       INSERT INTO "Jobs"."the list" (kind) VALUES (1), (2);
       ALTER TABLE "Jobs"."the list" ENABLE ROW LEVEL SECURITY;
       CREATE STATISTICS "Jobs".related ON kind, part FROM "Jobs"."the list";
       CREATE TYPE "Jobs".mood AS ENUM ('good'); CREATE TYPE "Jobs".pair AS (a INT, b INT); CREATE DOMAIN "Jobs".small AS INT;
       CREATE VIEW "Jobs".shown AS SELECT 1 AS one; CREATE MATERIALIZED VIEW "Jobs".kept AS SELECT 1 AS one;
       CREATE SEQUENCE "Jobs".counter; CREATE AGGREGATE "Jobs".product (INT) (SFUNC = int4mul, STYPE = INT);
       CREATE FUNCTION "Jobs".double(INT) RETURNS INT LANGUAGE sql AS 'SELECT $1 * 2';
       CREATE PROCEDURE "Jobs".nothing() LANGUAGE sql AS '';
       CREATE TEXT SEARCH DICTIONARY "Jobs".words (TEMPLATE = simple);
       CREATE EXTENSION hstore;
       CREATE ROLE reader; CREATE SCHEMA reports AUTHORIZATION reader; CREATE TABLE reports.mine (); ALTER TABLE reports.mine OWNER TO reader`,
    );
    await ensure([name]);
    const url = server.ownerUrl(name);
    const foreign = await query<{ object: string }>(url, notOwned, [name]);
    expect(foreign.map(({ object }) => object).filter((object) => !object.includes("reports"))).toEqual([]);
    expect(foreign).not.toEqual([]);
    expect(await query(url, `SELECT kind FROM "Jobs"."the list" ORDER BY 1`)).toEqual([
      { kind: 1 },
      { kind: 2 },
    ]);
    await query(
      url,
      `ALTER TABLE "Jobs"."the list" ADD COLUMN more INT; ALTER TABLE items ADD COLUMN more INT`,
    );
    expect(await migrate({ url, service: "catalog" })).toEqual([]);
    await ensure([name]);
    expect(await query(url, notOwned, [name])).toEqual(foreign);
  });

  test("what an administrator makes afterwards, as a restore does, is handed over the next time", async () => {
    await query(server.url(name), "CREATE TABLE restored (id INT)");
    await ensure([name]);
    await query(server.ownerUrl(name), "INSERT INTO restored VALUES (1)");
  });

  test("an administrator who may only create roles and databases does all of this", async () => {
    await query(admin(), "CREATE ROLE managed LOGIN CREATEROLE CREATEDB PASSWORD 'managed'");
    await query(admin(), "GRANT CONNECT ON DATABASE postgres TO managed");
    const url = new URL(admin());
    Object.assign(url, { username: "managed", password: "managed" });
    await query(url.href, "CREATE DATABASE marketplace_managed");
    const inside = Object.assign(new URL(url), { pathname: "/marketplace_managed" }).href;
    await query(inside, "CREATE SCHEMA jobs; CREATE TABLE jobs.list (id INT)");
    await ensure(["marketplace_managed", "marketplace_new"], url.href);
    for (const database of ["marketplace_managed", "marketplace_new"])
      expect(await query(server.ownerUrl(database), notOwned, [database])).toEqual([]);
    await query(server.ownerUrl("marketplace_managed"), "DROP TABLE jobs.list");
    await ensure(["marketplace_managed", "marketplace_new"], url.href);
  });
});
