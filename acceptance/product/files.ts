import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** All files and folders below a folder of a running product. What goes while they are listed is left out. */
export async function entriesBelow(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const folders = entries.filter((entry) => entry.isDirectory());
  const below = await Promise.all(folders.map(({ name }) => entriesBelow(join(folder, name))));
  return [...entries, ...below.flat()];
}
