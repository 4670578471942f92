import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "@marketplace/server";
import { readIfPresent } from "./read-if-present.ts";

/** Where a command-line tool finds the databases, and the processes, of a running product. */
export const runFilePath = (dataDir: string): string => join(dataDir, "run.json");

/** What a product has said of itself: it runs, or it was ended before it could take that back. */
interface Said {
  pid?: number;
  directory?: string;
  services?: readonly { pid?: number }[];
}

/** Tells a data directory from its copies. */
async function identityOf(dataDir: string): Promise<string> {
  const { ino, birthtimeMs } = await stat(dataDir);
  return `${ino} ${birthtimeMs}`;
}

/**
 * Whether a product ran in this very directory and was ended without a chance to clear up: its file is there,
 * and none of its processes is.
 */
export async function wasCutDown(dataDir: string): Promise<boolean> {
  const text = await readIfPresent(runFilePath(dataDir));
  if (text === undefined) return false;
  // Only openRunFile writes this file, whole or not at all; earlier releases said less.
  const { pid, directory, services = [] } = JSON.parse(text) as Said;
  if (pid === undefined || directory !== (await identityOf(dataDir))) return false;
  const pids = [pid, ...services.flatMap((service) => service.pid ?? [])];
  // A container's processes get the same numbers at each start.
  return !pids.some((one) => one !== process.pid && isAlive(one));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Any other refusal means that somebody is there.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** What a running product says of itself. */
export interface RunningParts {
  admin_url: string;
  /** The processes the services run in, when they have their own. */
  services?: readonly { name: string; url: string; pid: number | undefined }[];
}

/** `DATA_DIR/run.json`, there while the product runs. */
export interface RunFile {
  /** Writes what is so now; one after the other, so that the last one stays. */
  write(): Promise<void>;
  /** Removes it; it is not written again. */
  remove(): Promise<void>;
}

/** The run file of a data directory; `parts` tells what stands in it. */
export function openRunFile(dataDir: string, parts: () => RunningParts): RunFile {
  const path = runFilePath(dataDir);
  let removed = false;
  let turn = Promise.resolve();
  return {
    write() {
      const written = turn.then(async () => {
        if (removed) return;
        const self = { pid: process.pid, directory: await identityOf(dataDir) };
        await writePrivateFile(path, JSON.stringify({ ...self, ...parts() }));
      });
      turn = written.catch(() => {});
      return written;
    },
    async remove() {
      removed = true;
      await turn;
      await rm(path, { force: true });
    },
  };
}
