import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "@marketplace/conventions";
import { DataDirectoryUnusable } from "./errors.ts";

export interface Home {
  /** The data directory by its real path. */
  readonly dir: string;
  /** What Postgres calls its data directory (PGDATA). */
  readonly cluster: string;
  readonly logFile: string;
}

/** Makes the data directory if it is missing; throws DataDirectoryUnusable when it cannot be written. */
export function openHome(dataDir: string): Home {
  try {
    makeDirectory(resolve(dataDir));
    if (!statSync(dataDir).isDirectory()) throw new Error("it is not a directory");
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataDirectoryUnusable(dataDir, messageOf(error));
  }
  const dir = realpathSync(dataDir);
  return { dir, cluster: join(dir, "cluster"), logFile: join(dir, "postgres.log") };
}

/** Is there a complete cluster? Throws DataDirectoryUnusable when it is one of another major version. */
export function isInitialized(home: Home, majorVersion: string): boolean {
  if (!existsSync(home.cluster)) return false;
  try {
    const version = readFileSync(join(home.cluster, "PG_VERSION"), "utf8").trim();
    if (version === majorVersion) return true;
    throw new Error(`it holds a database of Postgres ${version}, not ${majorVersion}`);
  } catch (error) {
    throw new DataDirectoryUnusable(home.dir, messageOf(error));
  }
}

/**
 * Closes a cluster to other users again, for Postgres does not start on an open one: `cp --no-preserve=mode`,
 * file systems and archives without modes, and object stores lose its mode.
 */
export function closeToOthers(cluster: string): void {
  const isOpen = (statSync(cluster).mode & 0o027) !== 0;
  if (isOpen) chmodSync(cluster, 0o700);
}

/** The random password of the cluster, kept inside it, so that no other local user can connect. */
export function passwordOf(cluster: string): string {
  return readFileSync(join(cluster, passwordFile), "utf8");
}

export const passwordFile = "marketplace.password";

/** Makes a directory and its parents. Node's recursive mkdir never returns on ENOENT in /proc. */
export function makeDirectory(dir: string): void {
  if (existsSync(dir)) return;
  makeDirectory(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
    syncFolder(dirname(dir));
  } catch (error) {
    // Another start may have made it at the same time.
    if (!existsSync(dir)) throw error;
  }
}

/** Makes the names in a folder outlive a loss of power. */
export function syncFolder(dir: string): void {
  const folder = openSync(dir, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
