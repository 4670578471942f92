import { randomUUID } from "node:crypto";
import { messageOf } from "@marketplace/conventions";
import type pg from "pg";
import { withSession } from "../connection.ts";
import { toDatabaseError } from "../errors.ts";
import type { Service } from "../services.ts";
import { inShortAttempts } from "../short-attempts.ts";
import { setDefaults } from "./defaults.ts";
import { checksumOf, type Migration, migrationsOf } from "./migrations.ts";

/** The database holds a migration that failed half-way or was changed afterwards; a person has to decide. */
export class MigrationRefused extends Error {
  override readonly name = "MigrationRefused";
}

/** The database at `url` and the migrations to apply: all of `service`, or those given. */
export interface MigrateOptions {
  readonly url: string;
  readonly service: Service;
  readonly migrations?: readonly Migration[];
  /** Work that completes a migration, by its name: done after its SQL, in its transaction. */
  readonly completing?: Readonly<Record<string, (session: pg.Client) => Promise<void>>>;
}

/**
 * Applies the missing migrations, each in a transaction of its own, and gives their names. It waits for locks
 * in short attempts, so that services can go on. It writes the table of `prisma migrate deploy`, so that
 * either may be used on a database, also at once. Throws MigrationRefused.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, service, migrations = migrationsOf[service], completing = {} } = options;
  const migrated = withSession(url, async (session) => {
    // Waiting for another migrator and building an index may take longer than what services may do.
    await session.query("SET statement_timeout = 0");
    await session.query(`SELECT pg_advisory_lock(${prismaLockKey})`);
    await session.query(migrationsTable);
    const pending = await pendingOf(session, service, migrations);
    for (const migration of pending)
      await apply(session, service, { ...migration, complete: completing[migration.name] });
    await setDefaults(session);
    return pending.map(({ name }) => name);
  });
  return migrated.catch((error: unknown) => {
    throw toDatabaseError(error);
  });
}

/** The key of the advisory lock of Prisma's own migration engine: its holder keeps migrations waiting. */
export const prismaLockKey = 72707369;
// The table of that engine.
const migrationsTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

interface AppliedRow {
  migration_name: string;
  checksum: string;
  finished: boolean;
}

async function pendingOf(session: pg.Client, service: Service, migrations: readonly Migration[]) {
  const { rows } = await session.query<AppliedRow>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const applied = new Map(rows.map((row) => [row.migration_name, row]));
  for (const row of rows) {
    if (!row.finished)
      throw new MigrationRefused(`${service}: migration ${row.migration_name} failed before`);
  }
  return migrations.filter((migration) => {
    const row = applied.get(migration.name);
    if (row && row.checksum !== checksumOf(migration)) {
      throw new MigrationRefused(`${service}: migration ${migration.name} was changed after it was applied`);
    }
    return !row;
  });
}

/** Services go on for a second between two attempts of two seconds. */
const attempts = { lockTimeoutMs: 2_000, most: 60, pauseMs: 1_000 };

interface Completed extends Migration {
  readonly complete: ((session: pg.Client) => Promise<void>) | undefined;
}

async function apply(session: pg.Client, service: Service, migration: Completed): Promise<void> {
  try {
    await inShortAttempts(session, () => applyOnce(session, migration), attempts);
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`${service}: migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

async function applyOnce(session: pg.Client, migration: Completed): Promise<void> {
  await session.query(migration.sql);
  await migration.complete?.(session);
  await session.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksumOf(migration), migration.name],
  );
}
