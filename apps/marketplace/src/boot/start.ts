import { setTimeout as delay } from "node:timers/promises";
import { databaseName, services } from "@marketplace/database";
import { dropDatabases, type EmbeddedPostgres } from "@marketplace/database/embedded";
import type { Lab } from "@marketplace/sandbox";
import { createLogger, lingerMs, localUrl } from "@marketplace/server";
import type { Config } from "../config.ts";
import { bannerOf } from "./banner.ts";
import { completeContents } from "./contents.ts";
import { installationSecret, openDataDir } from "./data-dir.ts";
import { prepareDatabases, startDatabase } from "./database.ts";
import { type Demo, keepEmpty, storedDemo, wasInterrupted, writeSandboxFile } from "./demo.ts";
import { assertRoomToStart } from "./disk-space.ts";
import type { SharedSettings } from "./environments.ts";
import { assertFilesPresent } from "./files.ts";
import { clockKeeper, hasLab, keepDemo, labAccess, labDatabase, ofWorld, openLab } from "./lab.ts";
import { sweepLeftovers } from "./leftovers.ts";
import { type Listener, openListener } from "./listener.ts";
import { withMcp } from "./mcp.ts";
import type { Progress } from "./progress.ts";
import { restore } from "./restore.ts";
import { openRunFile, type RunFile } from "./run-file.ts";
import { seedInProcess } from "./seed-process.ts";
import { type Composition, composeServices } from "./services.ts";
import { sandboxOf, signInOf } from "./sign-in.ts";
import { type ServedTelemetry, serveTelemetry } from "./telemetry.ts";

/** A running product. */
export interface Running {
  baseUrl: string;
  banner: string;
  /** Resolves with the reason when a part has failed permanently. */
  failed: Promise<Error>;
  /** Lets accepted requests finish, then stops jobs, services and, last, Postgres. */
  stop(): Promise<void>;
}

/** The progress display of a start, and the signal to interrupt it. */
export interface StartOptions {
  progress: Progress;
  signal: AbortSignal;
}

interface Parts {
  listener?: Listener;
  postgres?: EmbeddedPostgres;
  runFile?: RunFile;
  composition?: Composition | undefined;
  jobs?: { stop(): Promise<void> } | undefined;
  telemetry?: ServedTelemetry;
  lab?: Lab | undefined;
  /** Resolves when the state of the product cannot be used before the next start. */
  broken: PromiseWithResolvers<Error>;
}

/** Starts all parts in the order of their dependencies; when one fails, stops the earlier ones. */
export async function start(config: Config, options: StartOptions): Promise<Running> {
  const parts: Parts = { broken: Promise.withResolvers() };
  try {
    await openDataDir(config.dataDir);
    parts.listener = await openListener(config.host, config.port, config);
    parts.telemetry = await serveTelemetry(config);
    const baseUrl = localUrl(config.host, parts.listener.port);
    const postgres = await openDatabases(config, options);
    parts.postgres = postgres;
    const demo = await demoOf({ config, baseUrl, postgres, options });
    const settings = await sharedSettingsOf(config, postgres, baseUrl);
    await assertFilesPresent(settings);
    const ways = { signIn: signInOf(config, demo), sandbox: sandboxOf(config, demo) };
    const telemetry = parts.telemetry.ofProcess;
    const adminUrl = postgres.url("postgres");
    const given: ProductSettings = { settings: { ...settings, ...ways }, telemetry };
    parts.lab = hasLab(config)
      ? openLab({
          ...given,
          adminUrl,
          demo,
          telemetry: telemetry.of("sandbox"),
          clock: clockKeeper(config.dataDir),
          restore: (exchange) => exchangeState(parts, given, exchange),
        })
      : undefined;
    const product = await openProduct(parts, given);
    parts.runFile = openRunFile(config.dataDir, () => ({ admin_url: postgres.url("postgres") }));
    const banner = await announce({ config, baseUrl, demo, runFile: parts.runFile, settings });
    const served = parts.lab?.around(product.app, product.due) ?? product.app;
    const { metrics } = telemetry.of("mcp");
    const mcp = { ...mcpPartsOf(config, { baseUrl, secret: settings.secret }), metrics };
    parts.listener.open(withMcp(served, mcp));
    const failed = Promise.race([postgres.lost, parts.broken.promise]);
    return { baseUrl, banner, failed, stop: () => stop(parts, config) };
  } catch (error) {
    await stop(parts, config);
    throw error;
  }
}

const mcpPartsOf = (config: Config, { baseUrl, secret }: { baseUrl: string; secret: string }) => ({
  ownUrl: baseUrl,
  publicUrl: config.publicUrl,
  adminToken: hasLab(config) ? labAccess(secret).admin_token : undefined,
  log: createLogger("mcp", config.logLevel),
});

interface ProductSettings {
  settings: SharedSettings;
  telemetry: ServedTelemetry["ofProcess"];
}

/** Composes the services and starts their jobs; gives the composition. */
async function openProduct(parts: Parts, { settings, telemetry }: ProductSettings): Promise<Composition> {
  const { lab } = parts;
  parts.composition = await composeServices(settings, {
    telemetry,
    ...(lab && ofWorld(lab, lab.world)),
  });
  parts.jobs = await parts.composition.startJobs();
  return parts.composition;
}

/** Closes the services, has their state exchanged, and opens them again. */
async function exchangeState(
  parts: Parts,
  given: ProductSettings,
  exchange: () => Promise<void>,
): Promise<void> {
  const { jobs, composition } = parts;
  parts.jobs = undefined;
  parts.composition = undefined;
  await jobs?.stop();
  await composition?.close();
  await restore(exchange, {
    async reopen() {
      const { app, due } = await openProduct(parts, given);
      parts.lab?.replace(app, due);
    },
    giveUp: parts.broken.resolve,
  });
}

interface Announcement {
  config: Config;
  baseUrl: string;
  demo: Demo;
  runFile: RunFile;
  settings: SharedSettings;
}

/** Writes the files for scripts and tools; returns the banner. */
export async function announce({ config, baseUrl, demo, runFile, settings }: Announcement): Promise<string> {
  const sandbox = hasLab(config) ? labAccess(settings.secret) : undefined;
  const sandboxFile = await writeSandboxFile(config.dataDir, baseUrl, { ...demo, sandbox });
  await completeContents(config.dataDir);
  await runFile.write();
  return bannerOf({
    baseUrl,
    publicUrl: config.publicUrl,
    sandboxFile,
    demo,
    signIn: signInOf(config, demo),
  });
}

/** Stops requests first, then jobs and services, and Postgres last. */
async function stop(parts: Parts, { shutdownDelayMs }: Config): Promise<void> {
  const { listener, lab, jobs, composition, telemetry, runFile, postgres } = parts;
  listener?.announceEnd();
  await delay(shutdownDelayMs);
  await listener?.close({ lingerMs });
  await lab?.close();
  await jobs?.stop();
  await composition?.close();
  await telemetry?.stop();
  await runFile?.remove();
  await postgres?.stop();
}

/** Starts Postgres and migrates the databases; undoes an interrupted seed. */
export async function openDatabases(config: Config, { progress }: StartOptions): Promise<EmbeddedPostgres> {
  const { dataDir, logLevel } = config;
  // Before the space check: leftovers may take up the space.
  await sweepLeftovers(dataDir);
  await assertRoomToStart(config);
  const log = createLogger("marketplace", logLevel);
  const postgres = await progress.step("Postgres", () =>
    startDatabase(dataDir, log, hasLab(config) ? labDatabase : {}),
  );
  try {
    if (await wasInterrupted(dataDir)) {
      await dropDatabases(postgres.url("postgres"), services.map(databaseName));
    }
    await progress.step("Databases", () => prepareDatabases(postgres, dataDir));
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** The settings that all services of this installation share. */
export async function sharedSettingsOf(
  config: Config,
  postgres: Pick<EmbeddedPostgres, "ownerUrl">,
  ownUrl: string,
): Promise<SharedSettings> {
  const { dataDir, jsonp, logLevel, publicUrl: baseUrl = ownUrl } = config;
  const secret = await installationSecret(dataDir);
  return { databaseUrl: (name) => postgres.ownerUrl(name), secret, baseUrl, dataDir, jsonp, logLevel };
}

interface Seeding {
  config: Config;
  baseUrl: string;
  postgres: EmbeddedPostgres;
  options: StartOptions;
}

/** The demo of this data directory. An empty directory is seeded, or marked as empty for good. */
export async function demoOf({ config, baseUrl, postgres, options }: Seeding): Promise<Demo> {
  const { progress, signal } = options;
  const stored = await storedDemo(config.dataDir);
  if (stored) return stored;
  if (config.seed === "none") return keepEmpty(config.dataDir);
  const request = { config, baseUrl, adminUrl: postgres.url("postgres"), signal };
  await progress.step("Demo data", () => seedInProcess(request));
  const seeded = await storedDemo(config.dataDir);
  if (seeded && hasLab(config))
    await progress.step("A copy for worlds", () => keepDemo(request.adminUrl, config.dataDir, seeded));
  return seeded ?? keepEmpty(config.dataDir);
}
