import pg from "pg";
import { installationSecret, prepareDataDir, readIfPresent } from "../boot/data-dir.ts";
import { databaseUrlsOf, migrateDatabases, startDatabase } from "../boot/database.ts";
import { type Composition, composeServices } from "../boot/services.ts";
import { runFile } from "../boot/start.ts";
import type { Config } from "../config.ts";

/** Works with the services on the databases of a data directory, whether the product is running on it or not. */
export async function withServices<T>(
  config: Config,
  work: (deps: Composition["deps"]) => Promise<T>,
): Promise<T> {
  await prepareDataDir(config.dataDir);
  const { databaseUrl, release } =
    (await runningDatabases(config.dataDir)) ?? (await ownDatabases(config.dataDir));
  try {
    const { dataDir, jsonp, logLevel } = config;
    const secret = await installationSecret(dataDir);
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

/** The databases of a product that runs on this directory; `undefined` when none does. */
async function runningDatabases(dataDir: string): Promise<Databases | undefined> {
  const text = await readIfPresent(runFile(dataDir));
  if (text === undefined) return undefined;
  // Only start() writes this file, whole or not at all.
  const { admin_url } = JSON.parse(text) as { admin_url: string };
  const session = new pg.Client({ connectionString: admin_url });
  const alive = await session.connect().then(
    () => true,
    () => false,
  );
  await session.end().catch(() => {});
  return alive ? { databaseUrl: databaseUrlsOf(admin_url), release: async () => {} } : undefined;
}

async function ownDatabases(dataDir: string): Promise<Databases> {
  const postgres = await startDatabase(dataDir);
  await migrateDatabases(postgres);
  return { databaseUrl: (name) => postgres.url(name), release: () => postgres.stop() };
}
