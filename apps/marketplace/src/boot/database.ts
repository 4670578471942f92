import { join } from "node:path";
import { databaseName, migrateAll, services } from "@marketplace/database";
import {
  DataDirectoryInUse,
  DataDirectoryUnusable,
  type EmbeddedPostgres,
  embeddedPasswords,
  ensureOwnedDatabases,
  ownerUrl,
  startEmbeddedPostgres,
} from "@marketplace/database/embedded";
import { createStates } from "@marketplace/sandbox";
import type { Logger } from "@marketplace/server";
import { StartRefused } from "./start-refused.ts";

/** Another process has the embedded Postgres of the data directory. */
export class DataDirectoryTaken extends StartRefused {}

/** Starts the embedded Postgres; logs when it ends and is restarted. */
export async function startDatabase(
  dataDir: string,
  log: Logger,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), log, settings });
  } catch (error) {
    if (error instanceof DataDirectoryInUse) {
      throw new DataDirectoryTaken(
        `The data directory ${dataDir} is in use by a marketplace that is running: stop it, or set DATA_DIR to another one`,
      );
    }
    if (error instanceof DataDirectoryUnusable) throw new StartRefused(error.message);
    throw error;
  }
}

/** Brings the databases of a data directory to this release; ends a reset that was cut short before. */
export async function prepareDatabases(postgres: EmbeddedPostgres, dataDir: string): Promise<void> {
  await createStates({ adminUrl: postgres.url("postgres"), dataDir }).finishPromotion();
  await migrateDatabases(postgres);
}

/** Creates missing databases and roles, and migrates all of them. */
export async function migrateDatabases(postgres: Pick<EmbeddedPostgres, "url" | "ownerUrl">): Promise<void> {
  const adminUrl = postgres.url("postgres");
  await ensureOwnedDatabases(adminUrl, services.map(databaseName), embeddedPasswords(adminUrl));
  await migrateAll((service) => postgres.ownerUrl(databaseName(service)));
}

/** Database URLs for the owner roles on the server of `adminUrl`; by default an embedded one. */
export function databaseUrlsOf(
  adminUrl: string,
  passwordOf = embeddedPasswords(adminUrl),
): (name: string) => string {
  return (name) => ownerUrl(adminUrl, name, passwordOf);
}
