import { rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "./data-dir.ts";

/** Where a command-line tool finds the databases, and the processes, of a running product. */
export const runFilePath = (dataDir: string): string => join(dataDir, "run.json");

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
      const written = turn.then(() =>
        removed ? undefined : writePrivateFile(path, JSON.stringify(parts())),
      );
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
