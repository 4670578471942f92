import { readdir, readlink, rename } from "node:fs/promises";
import path from "node:path";
import { digestOf, type Layout, layoutOf, objectPath, remove, shards, syncFolder } from "./file.layout.ts";
import { hasCode, unlessAbsent } from "./fs-errors.ts";

/**
 * The layout of releases up to 2026-11. An object was a file `<sha256 of key>.<32 hex digits>`, and beside it
 * a symbolic link `<sha256 of key>` with the target `<file> <size> <type in Base64> <key in Base64>`. A link
 * `objects/records` marked the layout. A store is converted when it is first opened. This file can go when no
 * such store is left.
 */
interface LinkedObject {
  link: string;
  file: string;
  key: string;
}

const BYTES_NAME = /^[0-9a-f]{64}\.[0-9a-f]{32}$/;
const LINK_NAME = /^[0-9a-f]{64}$/;

const markOf = ({ objects }: Layout): string => path.join(objects, "records");

/** Tells whether a store has not been converted. */
export const hasSymlinks = async (root: string): Promise<boolean> =>
  (await readIfLink(markOf(layoutOf(root)))) !== null;

/**
 * Renames every object to its present name. Each step can be repeated after a crash, and several processes
 * may convert a store at once. The mark goes last.
 */
export async function convertSymlinks(layout: Layout): Promise<void> {
  if ((await readIfLink(markOf(layout))) === null) return;
  for (const shard of shards(layout)) await convertShard(layout, shard);
  await remove(markOf(layout));
  await syncFolder(layout.objects);
}

async function convertShard(layout: Layout, shard: string): Promise<void> {
  const names = await readdir(shard);
  const objects = await linkedObjects(shard, names);
  for (const { file, key } of objects) await unlessAbsent(rename(file, objectPath(layout, key)));
  await syncFolder(shard);
  for (const { link } of objects) await remove(link);
  // Bytes without a link are uploads that a crash ended: the sweep removes them after its grace period.
  for (const name of names.filter((name) => BYTES_NAME.test(name)))
    await unlessAbsent(rename(path.join(shard, name), path.join(layout.temporary, name)));
}

async function linkedObjects(shard: string, names: readonly string[]): Promise<LinkedObject[]> {
  const links = names.filter((name) => LINK_NAME.test(name));
  const objects = await Promise.all(links.map((name) => readLink(path.join(shard, name))));
  return objects.filter((object) => object !== null);
}

/** Gives the path of a key's object in this layout, or null when it has none. */
export async function linkedPath(layout: Layout, key: string): Promise<string | null> {
  const shard = path.dirname(objectPath(layout, key));
  return (await readLink(path.join(shard, digestOf(key))))?.file ?? null;
}

async function readLink(link: string): Promise<LinkedObject | null> {
  const target = await readIfLink(link);
  if (target === null) return null;
  // Some programs that copy links make their targets absolute.
  const [name = "", , , key] = path.basename(target).split(" ");
  if (!BYTES_NAME.test(name) || !key) return null;
  const decoded = Buffer.from(key, "base64url").toString();
  return { link, file: path.join(path.dirname(link), name), key: decoded };
}

/** Gives a link's target, or null for what is absent or no link. */
async function readIfLink(file: string): Promise<string | null> {
  try {
    return await unlessAbsent(readlink(file));
  } catch (error) {
    if (hasCode(error, "EINVAL") || hasCode(error, "ENOTDIR")) return null;
    throw error;
  }
}
