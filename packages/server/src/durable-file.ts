import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file atomically, readable by its owner only. Once it resolves, the file survives a loss of power:
 * the bytes are synced before the rename, and the folder, which holds the name, after it.
 */
export const writePrivateFile = (path: string, content: string | Uint8Array): Promise<void> =>
  replaceFile(path, (file) => file.writeFile(content));

/**
 * As `writePrivateFile`, with a function that writes. A process that is killed meanwhile leaves the temporary
 * file behind: a large file should have one with a name that its next writer knows and removes.
 */
export async function replaceFile(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  temporary = `${path}.${randomBytes(6).toString("hex")}`,
): Promise<void> {
  const file = await open(temporary, "wx", 0o600);
  try {
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** fsync of a folder: created, renamed and removed names in it survive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}
