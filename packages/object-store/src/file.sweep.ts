import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type Layout, layoutOf, remove } from "./file.layout.ts";
import { unlessAbsent } from "./fs-errors.ts";

/** Removes incomplete uploads older than `graceMs`; younger ones may still be written. */
export async function sweepTemporaries({ temporary }: Layout, graceMs: number): Promise<void> {
  const before = Date.now() - graceMs;
  for (const name of await readdir(temporary)) {
    const file = path.join(temporary, name);
    const info = await unlessAbsent(stat(file));
    if (info && info.mtimeMs <= before) await remove(file);
  }
}

/** Removes all incomplete uploads of a store that no process uses, if it exists. Needs no free space. */
export async function sweepFileStore(root: string): Promise<void> {
  await unlessAbsent(sweepTemporaries(layoutOf(root), 0));
}
