import { mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { backUp, copyTree } from "@marketplace/database/embedded";
import { hasSymlinks } from "@marketplace/invoices-service";
import { syncFolder } from "@marketplace/server";
import { assertInstalled } from "../boot/contents.ts";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { startOwnDatabase } from "./own-database.ts";
import { runningServer } from "./product.ts";

/**
 * Copied otherwise; of a running product only; and made again: a search index that is saved after the
 * databases were copied would know what they do not.
 */
const skipped = ["postgres", "run.json", "search-index"];

/**
 * Copies a data directory, while the product runs on it or not. The databases come first: a row's object
 * exists before the row, and for a quarter of an hour after its deletion. The folder gets its name when the
 * copy is complete and on disk.
 */
export async function backUpTo(folder: string, config: Config): Promise<{ files: number }> {
  const target = resolve(folder);
  if (await stat(target).catch(() => undefined)) throw new StartRefused(`${target} exists already`);
  if (`${target}/`.startsWith(`${config.dataDir}/`))
    throw new StartRefused("the folder must not lie in the data directory");
  await assertInstalled(config.dataDir);
  if (await hasSymlinks(join(config.dataDir, "objects")))
    throw new StartRefused(
      `The files in ${config.dataDir} are those of an earlier release: start the product on it once, or stop it and copy it (cp -a)`,
    );
  const files = await drafted(target, async (draft) => {
    await copyDatabases(config, join(draft, "postgres"));
    return copyFiles(config.dataDir, draft);
  });
  return { files };
}

/**
 * Fills a folder beside the target, which then gets the target's name; removes it when that fails. Each call
 * has a folder of its own: a second backup into the same target may be under way.
 */
export async function drafted<T>(target: string, fill: (draft: string) => Promise<T>): Promise<T> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(`${target}.incomplete-`);
  try {
    const result = await fill(draft);
    await rename(draft, target).catch(refuseTaken(target));
    await syncFolder(dirname(target));
    return result;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

const refuseTaken = (target: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === "ENOTEMPTY" || error.code === "EEXIST")
    throw new StartRefused(`${target} exists already`);
  throw error;
};

/** All that a data directory has to be kept of beside its databases. */
export const copyFiles = (dataDir: string, target: string): Promise<number> =>
  copyTree(dataDir, target, { skip: (name) => skipped.includes(name) });

async function copyDatabases(config: Config, target: string): Promise<void> {
  const { dataDir } = config;
  const source = join(dataDir, "postgres");
  const running = await runningServer(dataDir);
  if (running !== undefined) return backUp({ adminUrl: running, dataDir: source, target });
  const postgres = await startOwnDatabase(config);
  await backUp({ adminUrl: postgres.url("postgres"), dataDir: source, target }).finally(() =>
    postgres.stop(),
  );
}
