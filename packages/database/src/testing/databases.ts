import { randomBytes } from "node:crypto";
import type pg from "pg";
import { withSession } from "../connection.ts";
import { dropDatabases } from "../embedded/databases.ts";
import { setDefaults } from "../migrate/defaults.ts";
import { migrate } from "../migrate/migrate.ts";
import type { Service } from "../services.ts";
import { poolerVariable } from "./pooler.ts";

/** A database of its own for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** The same on the server itself: another one when the tests run behind a pooler. */
  readonly directUrl: string;
  /** Drops it and ends its sessions. */
  drop(): Promise<void>;
}

/** Makes a fresh, migrated database of `service`, or an empty one without, on a test server. */
export async function createTestDatabase(adminUrl: string, service?: Service): Promise<TestDatabase> {
  const name = `test_${service ?? "empty"}_${randomBytes(6).toString("hex")}`;
  await withSession(adminUrl, async (session) => {
    const template = service ? await ensureTemplate(session, adminUrl, service) : "template0";
    await session.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return {
    url: await reachable(adminUrl, name),
    directUrl: urlOf(adminUrl, name),
    drop: () => dropDatabases(adminUrl, [name]),
  };
}

/** Its address on the server, or at the pooler when the tests run behind one (`pnpm test:pooler`). */
async function reachable(adminUrl: string, name: string): Promise<string> {
  const pooler = process.env[poolerVariable];
  if (pooler === undefined) return urlOf(adminUrl, name);
  // A copy of a template has its tables, but not its settings.
  await withSession(urlOf(adminUrl, name), setDefaults);
  return urlOf(pooler, name);
}

/** The first caller migrates the template of a service; others wait for it. */
async function ensureTemplate(session: pg.Client, adminUrl: string, service: Service): Promise<string> {
  const name = `template_${service}`;
  await session.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
  // A template is complete when it has its final name: a failed migration leaves none.
  const { rowCount } = await session.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (rowCount === 0) {
    const draft = `draft_${service}`;
    await session.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await session.query(`CREATE DATABASE ${draft}`);
    await migrate({ url: urlOf(adminUrl, draft), service });
    await session.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  }
  await session.query("SELECT pg_advisory_unlock(hashtext($1))", [name]);
  return name;
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
