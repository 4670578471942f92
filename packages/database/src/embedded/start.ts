import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { withSession } from "../connection.ts";
import { type DatabaseLog, silentLog } from "../log.ts";
import { embeddedPasswords, ownerUrl } from "../roles/addresses.ts";
import { serverAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { DataDirectoryInUse, DataDirectoryUnusable } from "./errors.ts";
import { type Home, isInitialized, openHome, passwordOf } from "./home.ts";
import { initialize } from "./initialize.ts";
import { boundLog, type Launch, lastLogLines, launch } from "./launch.ts";
import { Ownership } from "./ownership.ts";
import { isServerOf, markStale, type PostmasterFile, readPostmasterFile } from "./postmaster.ts";
import { stopServer } from "./stop.ts";

export interface EmbeddedPostgresOptions {
  /** Made when missing; belongs to Postgres alone. */
  readonly dataDir: string;
  readonly log?: DatabaseLog;
  /** Called with a short sentence at each step that takes time. */
  readonly onProgress?: (step: string) => void;
  /** Server settings beside or instead of the usual ones, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether a new cluster is forced to disk; default true. */
  readonly sync?: boolean;
}

/** A running Postgres that belongs to this process. */
export interface EmbeddedPostgres {
  readonly port: number;
  /** The address of one of its databases for the server's administrator. */
  url(database: string): string;
  /** The address of one of its databases for the role that owns it (ensureOwnedDatabases). */
  ownerUrl(database: string): string;
  /**
   * Resolves with the reason when the server is gone and could not be brought back, or belongs to another
   * process by now. A server that merely crashes is started again on the same port.
   */
  readonly lost: Promise<Error>;
  /** Ends all its sessions, writes everything to disk and stops it. */
  stop(): Promise<void>;
}

/**
 * Starts Postgres on `dataDir`, or takes over the one that a killed process left running there. Throws
 * DataDirectoryInUse while another live process has it, DataDirectoryUnusable when it cannot hold a database.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = silentLog, onProgress = () => {}, settings = {}, sync = true } = options;
  const home = openHome(options.dataDir);
  const account = serverAccount(home.cluster);
  const binaries = findBinaries(account);
  if (!isInitialized(home, binaries.majorVersion)) {
    onProgress("creating the database directory");
    await initialize(home, { binaries, account, sync });
  }
  const plan = { home, binaries, account, settings };
  const { port } = await ensureServer(plan, { maxFailures: 5, onProgress });
  const url = (database: string) => urlOf(home, port, database);
  const restart = async (wanted: () => boolean) => {
    const samePort = { ...plan, settings: { ...settings, port: String(port) } };
    const server = await ensureServer(samePort, { maxFailures: 12, wanted });
    if (server.port !== port) throw new DataDirectoryInUse(home.dir);
  };
  const ownership = await Ownership.claim({ url: url("postgres"), log, restart });
  if (!ownership) throw new DataDirectoryInUse(home.dir);
  const bounding = setInterval(() => boundLog(home.logFile), logLookMs);
  bounding.unref();
  return {
    port,
    url,
    ownerUrl: (database) => ownerUrl(url("postgres"), database, embeddedPasswords(url("postgres"))),
    lost: ownership.lost,
    async stop() {
      clearInterval(bounding);
      await ownership.release();
      const server = readPostmasterFile(home.cluster);
      if (server?.port === port && isServerOf(home.cluster, server.pid))
        await stopServer(home.cluster, server.pid);
    },
  };
}

/** How often the size of the server's log is checked: every refused statement is a line in it. */
const logLookMs = 60_000;

interface Attempts {
  /** Failed attempts after which the last error is thrown. */
  readonly maxFailures: number;
  readonly onProgress?: (step: string) => void;
  /** Whether the server is still wanted; it always is when absent. */
  readonly wanted?: () => boolean;
}

/** The server of the cluster, accepting connections: the one that runs, or a new one. */
async function ensureServer(plan: Launch, attempts: Attempts): Promise<PostmasterFile> {
  const { home } = plan;
  const { onProgress = () => {}, wanted = () => true } = attempts;
  let failures = 0;
  // The port may be taken by now, and the processes of a killed server take a moment to end.
  const failed = async (error: unknown) => {
    if (++failures === attempts.maxFailures || !wanted()) throw error;
    await delay(Math.min(200 * failures, 5_000));
  };
  for (;;) {
    const server = readPostmasterFile(home.cluster);
    if (server && isServerOf(home.cluster, server.pid)) {
      if (!wanted() || (await isReady(home, server))) return server;
      // It was stopping, or cannot recover: on a full disk it ends each time before it is ready.
      await failed(new Error(`Postgres ended before it was ready: ${lastLogLines(home)}`));
      continue;
    }
    markStale(home.cluster);
    onProgress("starting Postgres");
    await launch(plan).catch(failed);
  }
}

/** Waits until the server accepts connections (true) or is gone (false). */
async function isReady(home: Home, server: PostmasterFile): Promise<boolean> {
  while (isServerOf(home.cluster, server.pid)) {
    try {
      const url = urlOf(home, server.port, "postgres");
      await withSession(url, (session) => assertSameDirectory(home, session));
      return true;
    } catch (error) {
      if (!isPassing(error)) throw error;
      await delay(20);
    }
  }
  return false;
}

/** The server of a directory that was moved while it ran would be owned under another path. */
async function assertSameDirectory(home: Home, session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ dir: string }>(
    "SELECT current_setting('marketplace.data_directory') AS dir",
  );
  if (rows[0]?.dir !== home.dir)
    throw new DataDirectoryUnusable(home.dir, `its server runs for ${rows[0]?.dir}`);
}

/** Starting, stopping, or not listening yet. */
function isPassing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return (
    code === undefined || ["ECONNREFUSED", "ECONNRESET", "EPIPE", "57P01", "57P03"].includes(String(code))
  );
}

function urlOf(home: Home, port: number, database: string): string {
  return `postgresql://postgres:${passwordOf(home.cluster)}@127.0.0.1:${port}/${database}`;
}
