import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";
import { withSession } from "../connection.ts";
import { syncFolder } from "./home.ts";

export interface BackupOptions {
  /** The address of its `postgres` database for the administrator. */
  readonly adminUrl: string;
  /** What `startEmbeddedPostgres` was given as `dataDir`. */
  readonly dataDir: string;
  /** The directory of the copy, a `dataDir` again; must not exist. */
  readonly target: string;
}

/** A server makes these again at its start (PostgreSQL, "Making a Base Backup Using the Low Level API"). */
const skipped = /^(?:postmaster\.pid|postmaster\.opts|pg_internal\.init|backup_label|pgsql_tmp.*)$/;
const emptied = /^pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)$/;

/**
 * Copies the cluster of a running server (a base backup). A server on the copy holds everything that was
 * committed before this call, and everything that was committed until some moment before its end.
 */
export async function backUp({ adminUrl, dataDir, target }: BackupOptions): Promise<void> {
  const [cluster, copy] = [join(dataDir, "cluster"), join(target, "cluster")];
  // The end of the session ends a backup that failed, and drops its replication slot.
  await withSession(adminUrl, async (session) => {
    const first = await startBackup(session);
    await mkdir(target, { mode: 0o700 });
    await copyTree(cluster, copy, {
      skip: (name) => skipped.test(name),
      leaveEmpty: (name) => emptied.test(name),
    });
    const { label, last } = await stopBackup(session);
    await copyLog(join(cluster, "pg_wal"), join(copy, "pg_wal"), { first, last });
    // With it the server recovers from the beginning of the backup, not from pg_control's checkpoint.
    await writeFile(join(copy, "backup_label"), label, { mode: 0o600, flush: true });
    syncFolder(copy);
    syncFolder(target);
  });
}

/** Starts the backup and gives its first WAL file. A replication slot keeps the log for the session. */
async function startBackup(session: pg.Client): Promise<string> {
  const [level] = (await session.query<{ wal_level: string }>("SHOW wal_level")).rows;
  if (level?.wal_level === "minimal")
    throw new Error("the server that runs was started by an earlier release: restart it first");
  await session.query("SET statement_timeout = 0");
  await session.query(
    "SELECT pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)",
  );
  const { rows } = await session.query<{ file: string }>(
    "SELECT pg_walfile_name(pg_backup_start('marketplace', fast => true)) AS file",
  );
  return rows[0]?.file ?? "";
}

async function stopBackup(session: pg.Client): Promise<{ label: string; last: string }> {
  const { rows } = await session.query<{ label: string; last: string }>(
    `SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(wait_for_archive => false)`,
  );
  if (!rows[0]) throw new Error("the server ended the backup without a label");
  return rows[0];
}

/** What a copy leaves out, at any depth. */
interface Omissions {
  skip: (name: string) => boolean;
  /** Folders that are copied without their contents. */
  leaveEmpty?: (name: string) => boolean;
}

/**
 * Copies a folder so that the copy survives a loss of power. Links are followed; those that lead nowhere are
 * left out. Files may change and disappear meanwhile. Gives the number of files.
 */
export async function copyTree(from: string, to: string, omissions: Omissions): Promise<number> {
  const { skip, leaveEmpty = () => false } = omissions;
  await mkdir(to, { recursive: true, mode: 0o700 });
  const files: string[] = [];
  const folders: string[] = [];
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (skip(entry.name)) continue;
    const target = entry.isSymbolicLink() ? await statIfPresent(join(from, entry.name)) : entry;
    if (target?.isFile()) files.push(entry.name);
    if (target?.isDirectory()) folders.push(entry.name);
  }
  await copyFiles(from, to, files);
  let count = files.length;
  for (const name of folders) {
    if (leaveEmpty(name)) await mkdir(join(to, name), { mode: 0o700 });
    else count += await copyTree(join(from, name), join(to, name), omissions);
  }
  syncFolder(to);
  return count;
}

/** Gives what a link leads to, or `undefined` when that does not exist. */
const statIfPresent = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });

/** A disk serves several syncs in the time of one. */
const atOnce = 16;

/** Copies files of one folder into another, except those that have disappeared. */
async function copyFiles(from: string, to: string, names: readonly string[]): Promise<void> {
  const waiting = names.values();
  const work = async () => {
    for (const name of waiting) await copyDurably(join(from, name), join(to, name));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** WAL file names have one length and sort by their position in the log. */
async function copyLog(from: string, to: string, { first, last }: { first: string; last: string }) {
  const names = (await readdir(from)).filter((name) => /^[0-9A-F]{24}$/.test(name));
  await copyFiles(
    from,
    to,
    names.filter((name) => name >= first && name <= last),
  );
  syncFolder(to);
}

async function copyDurably(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    // The file has disappeared, unless it is the folder of the copy that has.
    await stat(dirname(to));
    return;
  }
  const file = await open(to, "r+");
  await file.sync().finally(() => file.close());
}
