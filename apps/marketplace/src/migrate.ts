import { databaseName, migrate, services } from "@marketplace/database";
import { ensureOwnedDatabases } from "@marketplace/database/embedded";
import { databaseUrlsOf } from "./boot/database.ts";
import { type DeployedServer, deployedServer } from "./boot/deployed-server.ts";

/** The job that deployments run before the services: creates the five databases with their users and brings them up to date. */
async function migrateAll(server: DeployedServer | undefined): Promise<void> {
  if (!server)
    throw new Error("DATABASE_ADMIN_URL is required: a Postgres user that may create roles and databases");
  const { adminUrl, passwordOf } = server;
  await ensureOwnedDatabases(adminUrl, services.map(databaseName), passwordOf);
  const urlOf = databaseUrlsOf(adminUrl, passwordOf);
  for (const service of services) {
    const applied = await migrate({ url: urlOf(databaseName(service)), service });
    process.stdout.write(
      `${databaseName(service)}: ${applied.length > 0 ? applied.join(", ") : "up to date"}\n`,
    );
  }
}

const run = async (): Promise<void> => migrateAll(deployedServer(process.env));

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
