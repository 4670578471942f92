import { databaseName, migrate, services } from "@marketplace/database";
import { ensureDatabases } from "@marketplace/database/embedded";
import { databaseUrlsOf } from "./boot/database.ts";

/** The job that deployments run before the services: creates the five databases and brings them up to date. */
async function migrateAll(adminUrl: string | undefined): Promise<void> {
  if (!adminUrl) throw new Error("DATABASE_ADMIN_URL is required: a Postgres user that may create databases");
  await ensureDatabases(adminUrl, services.map(databaseName));
  for (const service of services) {
    const applied = await migrate({ url: databaseUrlsOf(adminUrl)(databaseName(service)), service });
    process.stdout.write(
      `${databaseName(service)}: ${applied.length > 0 ? applied.join(", ") : "up to date"}\n`,
    );
  }
}

migrateAll(process.env.DATABASE_ADMIN_URL).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
