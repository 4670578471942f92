import { createLogger } from "@marketplace/conventions";
import pg from "pg";
import { installationSecret, prepareDataDir, readIfPresent } from "../boot/data-dir.ts";
import { databaseUrlsOf, migrateDatabases, startDatabase } from "../boot/database.ts";
import { deployedServer } from "../boot/deployed-server.ts";
import { runFilePath } from "../boot/run-file.ts";
import { type Composition, composeServices } from "../boot/services.ts";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";

/**
 * Works with the services on the databases of a data directory, whether the product is running on it or not; on those of a
 * deployment when DATABASE_ADMIN_URL names their server.
 */
export async function withServices<T>(
  config: Config,
  work: (deps: Composition["deps"]) => Promise<T>,
): Promise<T> {
  const { databaseUrl, secret, release } = deployedDatabases(process.env) ?? (await localDatabases(config));
  try {
    const { dataDir, jsonp, logLevel } = config;
    const composition = await composeServices({ databaseUrl, baseUrl: "", secret, dataDir, jsonp, logLevel });
    return await work(composition.deps).finally(() => composition.close());
  } finally {
    await release();
  }
}

interface Databases {
  databaseUrl: (name: string) => string;
  release(): Promise<void>;
}

/** The databases of a deployment, which have been migrated; throws without the secret that its services share or their passwords. */
function deployedDatabases(env: NodeJS.ProcessEnv): (Databases & { secret: string }) | undefined {
  const server = deployedServer(env);
  if (!server) return undefined;
  const { INTERNAL_SECRET: secret } = env;
  if (!secret)
    throw new StartRefused("INTERNAL_SECRET is required with DATABASE_ADMIN_URL: the services' own");
  return { databaseUrl: databaseUrlsOf(server.adminUrl, server.passwordOf), secret, release: async () => {} };
}

async function localDatabases(config: Config): Promise<Databases & { secret: string }> {
  const { dataDir } = config;
  await prepareDataDir(dataDir);
  const databases = (await runningDatabases(dataDir)) ?? (await ownDatabases(config));
  return { ...databases, secret: await installationSecret(dataDir) };
}

/** The databases of a product that runs on this directory; `undefined` when none does. */
async function runningDatabases(dataDir: string): Promise<Databases | undefined> {
  const adminUrl = await runningServer(dataDir);
  return adminUrl === undefined
    ? undefined
    : { databaseUrl: databaseUrlsOf(adminUrl), release: async () => {} };
}

/** The administrator's address at the Postgres of a product that runs on this directory; `undefined` when none does. */
export async function runningServer(dataDir: string): Promise<string | undefined> {
  const text = await readIfPresent(runFilePath(dataDir));
  if (text === undefined) return undefined;
  // Only start() writes this file, whole or not at all.
  const { admin_url } = JSON.parse(text) as { admin_url: string };
  const session = new pg.Client({ connectionString: admin_url });
  const alive = await session.connect().then(
    () => true,
    () => false,
  );
  await session.end().catch(() => {});
  return alive ? admin_url : undefined;
}

async function ownDatabases({ dataDir, logLevel }: Config): Promise<Databases> {
  const postgres = await startDatabase(dataDir, createLogger("marketplace", logLevel));
  await migrateDatabases(postgres);
  return { databaseUrl: (name) => postgres.ownerUrl(name), release: () => postgres.stop() };
}
