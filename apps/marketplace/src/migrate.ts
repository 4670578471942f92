import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "@marketplace/conventions";
import {
  DatabaseUnavailable,
  databaseName,
  isRefused,
  migrateAll,
  prepareShard,
  type ShardedService,
  services,
  sharded,
  shardedServices,
} from "@marketplace/database";
import { ensureOwnedDatabases } from "@marketplace/database/embedded";
import { databaseUrlsOf } from "./boot/database.ts";
import { type DeployedServer, deployedServer, deployedShards } from "./boot/deployed-server.ts";

/** How long to wait for a server that is starting. */
const retry = { forMs: 120_000, everyMs: 1_000 };

/** The deployment's migration job: creates and migrates the databases of all services with their roles. */
async function migrateServer({ adminUrl, passwordOf }: DeployedServer): Promise<void> {
  await ensureOwnedDatabases(adminUrl, services.map(databaseName), passwordOf);
  const urlOf = databaseUrlsOf(adminUrl, passwordOf);
  const applied = await migrateAll((service) => urlOf(databaseName(service)));
  for (const service of services)
    process.stdout.write(`${databaseName(service)}: ${applied[service].join(", ") || "up to date"}\n`);
  for (const service of shardedServices) await migrateShards(service, urlOf(databaseName(service)));
}

/** One site after the other: when one fails, the next run begins where this one has ended. */
async function migrateShards(service: ShardedService, homeUrl: string): Promise<void> {
  for (const [siteId, urls] of deployedShards(service, process.env)) {
    const { applied, atHome } = await prepareShard({ service, homeUrl, siteId, urls });
    const where = atHome ? `; its ${sharded[service].rows} are at home until marketplace move-site` : "";
    process.stdout.write(
      `${databaseName(service)} of ${siteId}: ${applied.join(", ") || "up to date"}${where}\n`,
    );
  }
}

/** Retries while the server is unreachable. */
async function untilReachable(work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  for (let told = false; ; told = true) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() - began > retry.forMs) throw error;
      if (!told) process.stderr.write(`Postgres does not answer yet (${messageOf(error.cause)}): waiting\n`);
    }
    await delay(retry.everyMs);
  }
}

/** An error's message for operators. */
function tellOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable)
    return `Postgres did not answer for ${retry.forMs / 1_000} s: ${messageOf(error.cause)}`;
  if (isRefused(error)) return `${messageOf(error)}\n${whyRefused}`;
  return messageOf(error);
}

const whyRefused = `Postgres refuses the administrator of DATABASE_ADMIN_URL. Was the password changed? A server keeps the one that
its data were made with: POSTGRES_PASSWORD counts when compose makes the volume, and not again. Either set the former one, or
give the server the new one, which asks for it twice:
  docker compose exec postgres psql --username postgres --command '\\password'
and run this again. The services go on with their own passwords.`;

const usage = `Usage: node dist/migrate.js

Creates the databases of all services with their roles on a server, or brings them up to this release, and ends.

  DATABASE_ADMIN_URL           a Postgres user that may create roles and databases
  GATEWAY_DATABASE_PASSWORD …  the services' passwords, which it sets (docs/deploy.md)
  QUESTIONS_DATABASE_URL_MLA … databases of sites, which are there and empty or migrated (docs/scaling.md);
                               FLEX_DATABASE_URL_MLA … likewise
                               ORDERS_DATABASE_URL_MLA … likewise
                               INVOICES_DATABASE_URL_MLA … likewise
                               CATALOG_DATABASE_URL_MLA … likewise, where the site has no categories at home
`;

async function run(): Promise<void> {
  const [word] = process.argv.slice(2);
  if (word === "--help" || word === "-h") return void process.stdout.write(usage);
  if (word !== undefined) throw new Error(`${word} is unknown: migrate takes --help only`);
  const server = deployedServer(process.env);
  if (!server)
    throw new Error("DATABASE_ADMIN_URL is required: a Postgres user that may create roles and databases");
  await untilReachable(() => migrateServer(server));
}

run().catch((error: unknown) => {
  process.stderr.write(`${tellOf(error)}\n`);
  process.exitCode = 1;
});
