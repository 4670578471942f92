import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isAlive, isServerOf, readPostmasterFile } from "../embedded/postmaster.ts";
import { startEmbeddedPostgres } from "../embedded/start.ts";
import { stopServer } from "../embedded/stop.ts";
import { startPoolerIfAsked } from "./pooler.ts";

/** A Postgres for one test run. */
export interface TestServer {
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** With it and the process behind them begin the names of directories that may go once that has ended. */
export const testServerPrefix = "marketplace-test-";

/** Starts a Postgres in a temporary directory; brings the generated clients up to date first. */
export async function startTestServer(): Promise<TestServer> {
  const generator = fileURLToPath(new URL("../../scripts/generate.mjs", import.meta.url));
  await Promise.all([promisify(execFile)(process.execPath, [generator]), removeLeftovers()]);
  const dataDir = await mkdtemp(join(tmpdir(), `${testServerPrefix}${process.pid}-`));
  // Nothing here has to survive a crash.
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "200",
  };
  const server = await startEmbeddedPostgres({ dataDir, settings, sync: false });
  const adminUrl = server.url("postgres");
  const pooler = await startPoolerIfAsked(adminUrl);
  return {
    adminUrl,
    stop: async () => {
      await pooler?.stop();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Servers of test runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (
      !name.startsWith(testServerPrefix) ||
      isAlive(Number(name.slice(testServerPrefix.length).split("-")[0]))
    )
      continue;
    const cluster = join(tmpdir(), name, "cluster");
    const server = readPostmasterFile(cluster);
    if (server && isServerOf(cluster, server.pid)) await stopServer(cluster, server.pid);
    // Directories of other users are left alone.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}
