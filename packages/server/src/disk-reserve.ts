import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { common } from "@marketplace/conventions";
import type { Logger } from "./log.ts";

/** Keeps space free on the disks that requests write to, for work that must go on when they are full. */
export interface DiskReserve {
  /** Throws 507 `insufficient_storage` while less than the reserve is free. */
  assertRoom(): Promise<void>;
  /**
   * Sets bytes aside for a write, until the returned function is called; throws 507 when they do not fit.
   * What a user holds may be limited to a share.
   */
  hold(bytes: number, userId?: number): Promise<() => void>;
}

export interface DiskSpace {
  /** Bytes that are free at a path; asks the file system when absent. */
  freeBytesAt?: (path: string) => Promise<number>;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

export interface ReservedDisks extends DiskSpace {
  /** Files or folders on the disks; they need not exist yet. */
  paths: readonly string[];
  /** Bytes that stay free; with 0 no write is refused. */
  minFreeBytes: number;
  log: Pick<Logger, "warn">;
}

const cacheMs = 1_000;

interface DatabaseDisk {
  databaseDir?: string | undefined;
  minFreeBytes: number;
}

/** The reserve on the disk of the database; `undefined` when the database is on another machine. */
export const databaseDiskReserve = (
  { databaseDir, minFreeBytes }: DatabaseDisk,
  { log, disks }: { log: Logger; disks?: DiskSpace },
): DiskReserve | undefined =>
  databaseDir === undefined ? undefined : diskReserve({ ...disks, paths: [databaseDir], minFreeBytes, log });

/** A reserve on the disks of these paths; it asks the file system about once a second. */
export function diskReserve(disks: ReservedDisks): DiskReserve {
  const { minFreeBytes, log } = disks;
  if (minFreeBytes === 0) return { assertRoom: async () => {}, hold: async () => () => {} };
  const free = freeOfFullestDisk(disks);
  let held = 0;
  let short = false;
  const assertFits = async (bytes: number) => {
    const left = (await free()) - held;
    if (left < minFreeBytes !== short) {
      short = !short;
      const message = short ? "disk space runs out: writes are refused" : "there is disk space again";
      log.warn({ paths: disks.paths, leftBytes: left, minFreeBytes }, message);
    }
    if (left - bytes < minFreeBytes) throw common.insufficient_storage();
  };
  return {
    assertRoom: () => assertFits(0),
    async hold(bytes) {
      await assertFits(bytes);
      held += bytes;
      let released = false;
      return () => {
        if (!released) held -= bytes;
        released = true;
      };
    },
  };
}

/** The free bytes of the fullest disk, cached for a second; infinite when the file system cannot tell. */
function freeOfFullestDisk({
  paths,
  freeBytesAt = freeBytesOf,
  now = () => performance.now(),
}: ReservedDisks) {
  let answer: Promise<number> | undefined;
  let askedAt = 0;
  return () => {
    if (answer && now() - askedAt < cacheMs) return answer;
    askedAt = now();
    const asked = paths.map((path) => freeBytesAt(path).catch(() => Number.POSITIVE_INFINITY));
    answer = Promise.all(asked).then((all) => Math.min(...all));
    return answer;
  };
}

/** Bytes that an unprivileged user may still write at a path, or at its nearest existing parent. */
export async function freeBytesOf(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch (error) {
    const absent = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!absent || dirname(path) === path) throw error;
    return freeBytesOf(dirname(path));
  }
}
