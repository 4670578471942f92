import { createHash, randomUUID } from "node:crypto";
import { mkdir, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "@marketplace/server/durable-file";
import { hasCode, unlessAbsent } from "./fs-errors.ts";
import { fileNameOf } from "./names.ts";

/**
 * The folders of the file-system driver.
 *
 *     objects/3f/fiscal-documents=2F<uuid>   an object: its bytes and nothing else, under its escaped key
 *     objects/temporary/<uuid>               an upload that is not complete
 *
 * Objects are spread over 256 folders by the SHA-256 of their key. An escaped key is a plain name, so no key
 * reaches outside of the root.
 */
export interface Layout {
  objects: string;
  temporary: string;
}

export function layoutOf(root: string): Layout {
  return { objects: path.resolve(root, "objects"), temporary: path.resolve(root, "objects", "temporary") };
}

/** Makes all folders, so that a put never has to make one durable. */
export async function makeFolders(layout: Layout): Promise<void> {
  const root = path.dirname(layout.objects);
  for (const folder of [layout.objects, layout.temporary])
    await mkdir(folder, { recursive: true, mode: 0o700 });
  await Promise.all(shards(layout).map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })));
  for (const folder of [layout.objects, root, path.dirname(root)]) await syncFolder(folder);
}

export function shards({ objects }: Layout): string[] {
  return Array.from({ length: 256 }, (_, n) => path.join(objects, n.toString(16).padStart(2, "0")));
}

/** Gives the path of a key's object, whether it exists or not. */
export function objectPath({ objects }: Layout, key: string): string {
  return path.join(objects, digestOf(key).slice(0, 2), fileNameOf(key));
}

export const digestOf = (key: string): string => createHash("sha256").update(key).digest("hex");

/** Gives a path for an upload that no other upload uses. */
export const temporaryPath = ({ temporary }: Layout): string => path.join(temporary, randomUUID());

/** Gives the size of a file in bytes, or null when it does not exist. */
export async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return null;
    throw error;
  }
}

export async function remove(file: string): Promise<void> {
  await unlessAbsent(unlink(file));
}
