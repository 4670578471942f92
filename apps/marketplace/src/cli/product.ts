import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { type ShardUrls, services } from "@marketplace/database";
import { hasSymlinks } from "@marketplace/invoices-service";
import { providedSecret } from "@marketplace/server";
import pg from "pg";
import { assertInstalled } from "../boot/contents.ts";
import { installationSecret, prepareDataDir } from "../boot/data-dir.ts";
import { DataDirectoryTaken, databaseUrlsOf, prepareDatabases } from "../boot/database.ts";
import { deployedServer, deployedShards, passwordVariable } from "../boot/deployed-server.ts";
import type { SharedSettings } from "../boot/environments.ts";
import { readIfPresent } from "../boot/read-if-present.ts";
import { runFilePath } from "../boot/run-file.ts";
import { type Composition, composeServices } from "../boot/services.ts";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { startOwnDatabase } from "./own-database.ts";
import { untilFree } from "./until-free.ts";

/**
 * Runs `work` with the services on the databases of DATA_DIR, whether the product runs or not; on those of a
 * deployment if DATABASE_ADMIN_URL is set.
 */
export function withServices<T>(config: Config, work: (deps: Composition["deps"]) => Promise<T>): Promise<T> {
  return withDatabases(config, async (settings) => {
    const composition = await composeServices(settings);
    return await work(composition.deps).finally(() => composition.close());
  });
}

/** Runs `work` with the settings of services on these databases. */
export async function withDatabases<T>(
  config: Config,
  work: (settings: SharedSettings) => Promise<T>,
): Promise<T> {
  const { databaseUrl, catalogShards, secret, release } =
    deployedDatabases(process.env) ?? (await localDatabases(config));
  try {
    const { dataDir, jsonp, logLevel } = config;
    return await work({ databaseUrl, catalogShards, baseUrl: "", secret, dataDir, jsonp, logLevel });
  } finally {
    await release();
  }
}

/**
 * Throws while a product runs on a file store that no process of this release has opened yet: it is a product
 * of an earlier release, and to open the store would convert its files.
 */
export async function requireConvertedFiles({ dataDir }: Config): Promise<void> {
  if (!(await hasSymlinks(join(dataDir, "objects"))) || (await runningServer(dataDir)) === undefined) return;
  throw new StartRefused(`A product of an earlier release runs on ${dataDir}: stop it first`);
}

interface Databases {
  databaseUrl: (name: string) => string;
  catalogShards?: ShardUrls;
  release(): Promise<void>;
}

/**
 * Throws unless all variables are set that invoices-service needs to reach a deployment's files; lists the
 * missing ones.
 */
export function requireDeployedFiles(env: NodeJS.ProcessEnv): void {
  if (!env.DATABASE_ADMIN_URL) return;
  const s3 = ["OBJECT_STORE", "S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY"];
  const store = env.OBJECT_STORE === "file" ? ["DATA_DIR"] : s3;
  const secret = env.INTERNAL_SECRET_FILE ? [] : ["INTERNAL_SECRET"];
  const needed = [...secret, ...services.map(passwordVariable), ...store];
  const missing = needed.filter((variable) => !env[variable]);
  if (missing.length > 0)
    throw new StartRefused(
      `${missing.join(", ")}: required with DATABASE_ADMIN_URL, as the deployment's services have them`,
    );
}

/**
 * The migrated databases of a deployment; throws if the shared secret or a database password is missing.
 */
function deployedDatabases(env: NodeJS.ProcessEnv): (Databases & { secret: string }) | undefined {
  const server = deployedServer(env);
  if (!server) return undefined;
  const secret = providedSecret(env);
  if (!secret)
    throw new StartRefused("INTERNAL_SECRET is required with DATABASE_ADMIN_URL: the services' own");
  return {
    databaseUrl: databaseUrlsOf(server.adminUrl, server.passwordOf),
    catalogShards: deployedShards("catalog", env),
    secret,
    release: async () => {},
  };
}

async function localDatabases(config: Config): Promise<Databases & { secret: string }> {
  const { dataDir } = config;
  await assertInstalled(dataDir);
  await prepareDataDir(dataDir);
  const secret = await installationSecret(dataDir);
  const onWait = () => void process.stderr.write("Another command is at work: waiting until it has ended\n");
  const databases =
    (await untilFree(() => freeDatabases(config), { onWait })) ?? (await ownDatabases(config));
  return { ...databases, secret };
}

/** The databases of the running product, or our own; `undefined` while another command has them. */
async function freeDatabases(config: Config): Promise<Databases | undefined> {
  try {
    return (await runningDatabases(config.dataDir)) ?? (await ownDatabases(config));
  } catch (error) {
    if (error instanceof DataDirectoryTaken) return undefined;
    throw error;
  }
}

/** The databases of the product that runs on this directory, if one does. */
async function runningDatabases(dataDir: string): Promise<Databases | undefined> {
  const adminUrl = await runningServer(dataDir);
  return adminUrl === undefined
    ? undefined
    : { databaseUrl: databaseUrlsOf(adminUrl), release: async () => {} };
}

/** The administrator's Postgres URL of the product that runs on this directory, if one does. */
export async function runningServer(dataDir: string): Promise<string | undefined> {
  const text = await readIfPresent(runFilePath(dataDir));
  if (text === undefined) return undefined;
  // Only start() writes this file, atomically.
  const { admin_url } = JSON.parse(text) as { admin_url: string };
  const session = new pg.Client({ connectionString: admin_url });
  const serves = await session.connect().then(
    () => servesDirectory(session, join(dataDir, "postgres")),
    () => false,
  );
  await session.end().catch(() => {});
  return serves ? admin_url : undefined;
}

/** False for a copied run.json: it names the server of the original directory. */
async function servesDirectory(session: pg.Client, directory: string): Promise<boolean> {
  const { rows } = await session.query<{ dir: string }>(
    "SELECT current_setting('marketplace.data_directory', true) AS dir",
  );
  const own = await realpath(directory).catch(() => undefined);
  return own !== undefined && rows[0]?.dir === own;
}

async function ownDatabases(config: Config): Promise<Databases> {
  const postgres = await startOwnDatabase(config, (server) => prepareDatabases(server, config.dataDir));
  return { databaseUrl: (name) => postgres.ownerUrl(name), release: () => postgres.stop() };
}
