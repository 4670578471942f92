import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "@marketplace/database/embedded";
import { writePrivateFile } from "@marketplace/server";
import { readIfPresent } from "./read-if-present.ts";

/** Tells command-line tools the databases and processes of a running product. */
export const runFilePath = (dataDir: string): string => join(dataDir, "run.json");

/** The content of the file; it remains after a crash. */
interface Said {
  pid?: number;
  directory?: string;
  services?: readonly { pid?: number }[];
}

/** Differs for copies of a data directory. */
async function identityOf(dataDir: string): Promise<string> {
  const { ino, birthtimeMs } = await stat(dataDir);
  return `${ino} ${birthtimeMs}`;
}

/** Whether a product crashed in this directory: its run file exists, and none of its processes does. */
export async function wasCutDown(dataDir: string): Promise<boolean> {
  const text = await readIfPresent(runFilePath(dataDir));
  if (text === undefined) return false;
  // openRunFile writes this file atomically; earlier releases wrote fewer fields.
  const { pid, directory, services = [] } = JSON.parse(text) as Said;
  if (pid === undefined || directory !== (await identityOf(dataDir))) return false;
  const pids = [pid, ...services.flatMap((service) => service.pid ?? [])];
  // Containers reuse the same pids at each start.
  return !pids.some((one) => one !== process.pid && isAlive(one));
}

interface RunningParts {
  admin_url: string;
  /** The services' processes in a split product. */
  services?: readonly { name: string; url: string; pid: number | undefined }[];
}

export type RunFile = ReturnType<typeof openRunFile>;

/** `DATA_DIR/run.json`, which exists while the product runs and holds what `parts` answers. */
export function openRunFile(dataDir: string, parts: () => RunningParts) {
  const path = runFilePath(dataDir);
  let removed = false;
  let turn = Promise.resolve();
  return {
    /** Writes the present state; writes are serialized. */
    write(): Promise<void> {
      const written = turn.then(async () => {
        if (removed) return;
        const self = { pid: process.pid, directory: await identityOf(dataDir) };
        await writePrivateFile(path, JSON.stringify({ ...self, ...parts() }));
      });
      turn = written.catch(() => {});
      return written;
    },
    /** Removes the file and ignores later writes. */
    async remove(): Promise<void> {
      removed = true;
      await turn;
      await rm(path, { force: true });
    },
  };
}
