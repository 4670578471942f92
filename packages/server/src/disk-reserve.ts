import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { common } from "@marketplace/conventions";
import type { Logger } from "./log.ts";

/** Keeps free space on the disks that requests write to, for what must go on when nothing else may be written. */
export interface DiskReserve {
  /** Throws 507 `insufficient_storage` while less than the reserve is free. */
  assertRoom(): Promise<void>;
  /** Sets bytes aside for a write to come, until the returned function is called; throws 507 when they do not fit. */
  hold(bytes: number): Promise<() => void>;
}

/** How free space is known. */
export interface DiskSpace {
  /** Tells how many bytes are free at a path; the file system's own answer when absent. */
  freeBytesAt?: (path: string) => Promise<number>;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** What a reserve is kept on. */
export interface ReservedDisks extends DiskSpace {
  /** Any files or folders of the disks; they need not exist yet. */
  paths: readonly string[];
  /** Bytes that stay free; with 0 nothing is ever refused. */
  minFreeBytes: number;
  log: Pick<Logger, "warn">;
}

/** How long an answer of the file system is believed, in milliseconds. */
const believedMs = 1_000;

/** What a service's configuration says of the disk that its database's files are on. */
interface DatabaseDisk {
  databaseDir?: string | undefined;
  minFreeBytes: number;
}

/** The reserve on the disk of the database; none where the database is not on this machine. */
export const databaseDiskReserve = (
  { databaseDir, minFreeBytes }: DatabaseDisk,
  { log, disks }: { log: Logger; disks?: DiskSpace },
): DiskReserve | undefined =>
  databaseDir === undefined ? undefined : diskReserve({ ...disks, paths: [databaseDir], minFreeBytes, log });

/** A reserve on the disks of these paths. The file system is asked about once a second, however many requests come. */
export function diskReserve(disks: ReservedDisks): DiskReserve {
  const { minFreeBytes, log } = disks;
  if (minFreeBytes === 0) return { assertRoom: async () => {}, hold: async () => () => {} };
  const free = leastFree(disks);
  let held = 0;
  let short = false;
  const assertFits = async (bytes: number) => {
    const left = (await free()) - held;
    if (left < minFreeBytes !== short) {
      short = !short;
      const words = short ? "disk space runs out: writes are refused" : "there is disk space again";
      log.warn({ paths: disks.paths, leftBytes: left, minFreeBytes }, words);
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

/** The free space of the fullest disk, asked for again once the last answer is old; infinite where it cannot be told. */
function leastFree({ paths, freeBytesAt = freeBytesOf, now = () => performance.now() }: ReservedDisks) {
  let answer: Promise<number> | undefined;
  let askedAt = 0;
  return () => {
    if (answer && now() - askedAt < believedMs) return answer;
    askedAt = now();
    const looks = paths.map((path) => freeBytesAt(path).catch(() => Number.POSITIVE_INFINITY));
    answer = Promise.all(looks).then((all) => Math.min(...all));
    return answer;
  };
}

/** Bytes that an ordinary user may still write at a path, or where it would be made. */
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
