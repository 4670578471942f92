import { mkdir, readdir, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { backUp, copyFiles } from "@marketplace/database/embedded";
import { createLogger, syncFolder } from "@marketplace/server";
import { assertInstalled } from "../boot/contents.ts";
import { startDatabase } from "../boot/database.ts";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { runningServer } from "./product.ts";

/** Of a running product only, or copied by other means. */
const leftOut = new Set(["postgres", "run.json"]);

/**
 * Copies a data directory whole, while the product runs on it or not. The databases come first: a row's object exists before
 * the row, and after its deletion for a quarter of an hour more. The folder has its name only when the copy is complete.
 */
export async function backUpTo(folder: string, config: Config): Promise<{ files: number }> {
  const target = resolve(folder);
  if (await stat(target).catch(() => undefined)) throw new StartRefused(`${target} exists already`);
  if (`${target}/`.startsWith(`${config.dataDir}/`))
    throw new StartRefused("the folder must not lie in the data directory");
  await assertInstalled(config.dataDir);
  const draft = `${target}.incomplete`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await copyDatabases(config, join(draft, "postgres"));
  const files = await copyOthers(config.dataDir, draft, leftOut);
  await rename(draft, target);
  await syncFolder(dirname(target));
  return { files };
}

async function copyDatabases({ dataDir, logLevel }: Config, target: string): Promise<void> {
  const source = join(dataDir, "postgres");
  const running = await runningServer(dataDir);
  if (running !== undefined) return backUp({ adminUrl: running, dataDir: source, target });
  const postgres = await startDatabase(dataDir, createLogger("marketplace", logLevel));
  await backUp({ adminUrl: postgres.url("postgres"), dataDir: source, target }).finally(() =>
    postgres.stop(),
  );
}

/** Gives how many files there were. */
async function copyOthers(from: string, to: string, except: ReadonlySet<string>): Promise<number> {
  const entries = (await readdir(from, { withFileTypes: true })).filter(({ name }) => !except.has(name));
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
  await copyFiles(from, to, files);
  await copyLinks(from, to, links);
  let count = files.length;
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    await mkdir(join(to, name), { mode: 0o700 });
    count += await copyOthers(join(from, name), join(to, name), new Set());
  }
  await syncFolder(to);
  return count;
}

/** The file store's records are links that lead nowhere: what they say is copied, not what they point at. */
async function copyLinks(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const target = await readlink(join(from, name)).catch((error: NodeJS.ErrnoException) => {
      // Its object was deleted meanwhile.
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (target !== undefined) await symlink(target, join(to, name));
  }
}
