import { createHash, randomBytes } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";

/**
 * Where the file-system driver keeps things. Names on disk are digests and random numbers in hex, so that no key, whatever
 * it contains, reaches outside the root, and nobody who knows a key can guess its file.
 *
 *     objects/3f/<sha256 of key>.<version>   the bytes, nothing else: one raw file per object (decisions 5.3)
 *     objects/3f/<sha256 of key>.json        the record; the object exists from the moment this name does
 *     incoming/<sha256 of key>.<version>     bytes that arrive, or a raw file that is being removed
 *     incoming/<sha256 of key>.<version>.json  their record; what a crash leaves in here is settled at start
 */
export interface Layout {
  objects: string;
  incoming: string;
}

const BLOB_NAME = /^([0-9a-f]{64})\.[0-9a-f]{32}$/;
const RECORD_SUFFIX = ".json";

export function layoutOf(root: string): Layout {
  return { objects: path.resolve(root, "objects"), incoming: path.resolve(root, "incoming") };
}

/** Makes every folder, so that a put never has to make one durable. */
export async function makeFolders(layout: Layout): Promise<void> {
  await mkdir(layout.incoming, { recursive: true, mode: 0o700 });
  await mkdir(layout.objects, { recursive: true, mode: 0o700 });
  await Promise.all(shards(layout).map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })));
  await syncFolder(layout.objects);
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

/** Where the record of a raw file waits that is not in its place yet. */
export function recordNote(layout: Layout, blob: string): string {
  return path.join(layout.incoming, `${blob}${RECORD_SUFFIX}`);
}

/** Gives the raw file that a name in `incoming` is about. */
export function blobOfNote(name: string): string {
  return name.endsWith(RECORD_SUFFIX) ? name.slice(0, -RECORD_SUFFIX.length) : name;
}

export function shardOf(layout: Layout, digest: string): string {
  return path.join(layout.objects, digest.slice(0, 2));
}

export function recordPath(layout: Layout, digest: string): string {
  return path.join(shardOf(layout, digest), `${digest}.json`);
}

export function blobPath(layout: Layout, blob: string): string {
  return path.join(shardOf(layout, blob), blob);
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
