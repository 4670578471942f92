import { copyFile, link, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** The entries of a folder; none when there is no such folder. */
export async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Copies a folder by hard links, without unfinished uploads. Files may disappear meanwhile. */
export async function linkTree(from: string, to: string): Promise<void> {
  const entries = await entriesOf(from);
  if (entries.length === 0) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== "temporary") await linkTree(source, target);
    if (entry.isFile()) await linkFile(source, target).catch(unlessGone);
  }
}

/** A part of the data directory may be another disk, where a link cannot lead. */
const linkFile = (source: string, target: string): Promise<void> =>
  link(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EXDEV") throw error;
    return copyFile(source, target);
  });

export function unlessGone(error: Error & { code?: string }): undefined {
  if (error.code !== "ENOENT") throw error;
}
