import { createHash, randomBytes } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";

/**
 * Where the file-system driver keeps things. Names on disk are digests and random numbers in hex, so that no key, whatever
 * it contains, reaches outside the root, and nobody who knows a key can guess its file.
 *
 *     objects/3f/<sha256 of key>.<version>         the bytes, nothing else: one raw file per object (decisions 5.3)
 *     objects/3f/<sha256 of key>                   the record; the object exists from the moment this name does
 *     objects/3f/<sha256 of key>.<version>.record  a record that is about to replace another
 *     objects/records                              a link like records: it is there as long as copies keep links
 *
 * A raw file that its object's record does not name is one that arrives, or what a crash left: it goes at a later start.
 */
export interface Layout {
  objects: string;
}

const BLOB_NAME = /^([0-9a-f]{64})\.[0-9a-f]{32}$/;
const RECORD_NAME = /^[0-9a-f]{64}$/;
const REPLACEMENT_SUFFIX = ".record";

export function layoutOf(root: string): Layout {
  return { objects: path.resolve(root, "objects") };
}

/** Makes every folder, so that a put never has to make one durable. */
export async function makeFolders(layout: Layout): Promise<void> {
  await mkdir(layout.objects, { recursive: true, mode: 0o700 });
  await Promise.all(shards(layout).map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })));
  const root = path.dirname(layout.objects);
  for (const folder of [layout.objects, root, path.dirname(root)]) await syncFolder(folder);
}

export function shards(layout: Layout): string[] {
  return Array.from({ length: 256 }, (_, n) => path.join(layout.objects, n.toString(16).padStart(2, "0")));
}

export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function newBlobName(digest: string): string {
  return `${digest}.${randomBytes(16).toString("hex")}`;
}

/** Gives the key's digest that a blob's name carries, or null for any other name. */
export function digestOfBlob(name: string): string | null {
  return BLOB_NAME.exec(name)?.[1] ?? null;
}

export const isRecord = (name: string): boolean => RECORD_NAME.test(name);

export const isReplacement = (name: string): boolean => name.endsWith(REPLACEMENT_SUFFIX);

export function shardOf(layout: Layout, digest: string): string {
  return path.join(layout.objects, digest.slice(0, 2));
}

export function recordPath(layout: Layout, digest: string): string {
  return path.join(shardOf(layout, digest), digest);
}

export function blobPath(layout: Layout, blob: string): string {
  return path.join(shardOf(layout, blob), blob);
}

/** Where the record of a raw file waits for the place of another. */
export function replacementPath(layout: Layout, blob: string): string {
  return `${blobPath(layout, blob)}${REPLACEMENT_SUFFIX}`;
}

/** Where the link is that shows whether a copy of the store has kept its links. */
export const witnessPath = (layout: Layout): string => path.join(layout.objects, "records");

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
