import { type FileHandle, open, realpath, rm, stat } from "node:fs/promises";
import type { Line } from "@marketplace/conventions";
import { ImportRefused } from "../tree/import.problems.ts";
import type { BulkItemResult } from "./bulk-items.schema.ts";

/** The lines that an import refuses, in a file, and why, in another. */
export interface RefusedLines {
  add(line: Line, result: BulkItemResult): Promise<void>;
  end(): Promise<void>;
}

/**
 * Two files, made with the first refused line. Throws ImportRefused at once when they could not be written,
 * or when one of them is the file that is read.
 */
export async function refusedLines(path: string, source: string): Promise<RefusedLines> {
  const paths = [path, `${path}.errors`] as const;
  for (const each of paths) await assertOther(each, source);
  for (const each of paths) await assertWritable(each);
  let files: FileHandle[] = [];
  return {
    async add({ bytes }, result) {
      if (files.length === 0) files = await Promise.all(paths.map((each) => open(each, "w")));
      const [lines, errors] = files;
      // A line that is too long is not in memory: its number is with the error.
      if (bytes) await lines?.appendFile(Buffer.concat([bytes, Buffer.from("\n")])).catch(refuse(path));
      await errors?.appendFile(`${JSON.stringify(result)}\n`).catch(refuse(paths[1]));
    },
    async end() {
      for (const file of files) await file.close();
    },
  };
}

/** A file that is written while it is read would be lost. */
async function assertOther(path: string, source: string): Promise<void> {
  const [written, read] = await Promise.all([path, source].map((each) => realpath(each).catch(() => each)));
  if (written === read)
    throw new ImportRefused(`${path} is the file that is imported: name another by --refused`);
}

async function assertWritable(path: string): Promise<void> {
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  const file = await open(path, "a").catch(refuse(path));
  await file.close();
  if (!isThere) await rm(path);
}

const refuse =
  (path: string) =>
  (error: Error): never => {
    throw new ImportRefused(
      `${path}, where refused lines go, cannot be written (${error.message}): name another by --refused`,
    );
  };
