import { tmpdir } from "node:os";
import { type DiskReserve, type DiskSpace, diskReserve, type Logger } from "@marketplace/server";
import type { ObjectStoreConfig } from "./open.ts";

interface Written {
  store: ObjectStoreConfig;
  databaseDir?: string | undefined;
  minFreeBytes: number;
}

/** The disk of the file store or of the S3 spool, and that of the database if it is on this machine. */
export function uploadDisk(
  { store, databaseDir, minFreeBytes }: Written,
  { log, disks }: { log: Logger; disks?: DiskSpace },
): DiskReserve {
  const written = store.driver === "file" ? store.root : (store.spoolDir ?? tmpdir());
  const paths = databaseDir === undefined ? [written] : [written, databaseDir];
  return diskReserve({ ...disks, paths, minFreeBytes, log });
}
