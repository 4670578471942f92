import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { type DiskReserve, type DiskSpace, diskReserve, type Logger } from "@marketplace/server";
import type { ObjectStoreConfig } from "./open.ts";
import { boundedSpool } from "./spool-bound.ts";

interface Written {
  store: ObjectStoreConfig;
  databaseDir?: string | undefined;
  minFreeBytes: number;
}

/**
 * The disk of the file store or of the S3 spool, and that of the database if it is on this machine. What
 * waits in the spool is bounded, too.
 */
export function uploadDisk(
  { store, databaseDir, minFreeBytes }: Written,
  { log, disks }: { log: Logger; disks?: DiskSpace },
): DiskReserve {
  const written = store.driver === "file" ? store.root : (store.spoolDir ?? tmpdir());
  const paths = databaseDir === undefined ? [written] : [written, databaseDir];
  const disk = diskReserve({ ...disks, paths, minFreeBytes, log });
  return store.driver === "file" ? disk : boundedSpool(disk);
}

/** Bytes to hold for a request's file of at most so many: a body that tells its length has no larger one. */
export const bytesToHold = ({ headers }: IncomingMessage, maxBytes: number): number =>
  Math.min(maxBytes, Number(headers["content-length"] ?? maxBytes));
