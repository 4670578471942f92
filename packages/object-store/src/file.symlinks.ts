import { readdir, readlink, rename, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "@marketplace/server/durable-file";
import { digestOf, type Layout, layoutOf, objectPath, remove, shards } from "./file.layout.ts";
import { hasCode, unlessAbsent } from "./fs-errors.ts";

/**
 * The layout of releases up to 2026-11. An object was a file `<sha256 of key>.<32 hex digits>`, and beside it
 * a symbolic link `<sha256 of key>` with the target `<file> <size> <type in Base64> <key in Base64>`. A link
 * `objects/records` marked the layout. Every opening converts what it finds, also what a process of the
 * earlier release added after the first conversion. This file goes after 2027-05-31 (docs/upgrade.md).
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
export async function convertSymlinks(layout: Layout, graceMs: number): Promise<void> {
  for (const shard of shards(layout)) await convertShard(layout, shard, graceMs);
  if ((await readIfLink(markOf(layout))) === null) return;
  await remove(markOf(layout));
  await syncFolder(layout.objects);
}

async function convertShard(layout: Layout, shard: string, graceMs: number): Promise<void> {
  const names = (await readdir(shard)).filter((name) => BYTES_NAME.test(name) || LINK_NAME.test(name));
  if (names.length === 0) return;
  const objects = await linkedObjects(shard, names);
  for (const { file, key } of objects) await unlessAbsent(rename(file, objectPath(layout, key)));
  await syncFolder(shard);
  for (const { link } of objects) await remove(link);
  const files = names.filter((name) => BYTES_NAME.test(name)).map((name) => path.join(shard, name));
  for (const file of files) await unlessAbsent(moveLeftover(layout, file, graceMs));
}

/**
 * Moves bytes without a link, which an interrupted upload left, to where the sweep finds them. Young ones
 * stay: a process of the earlier release may be uploading them. The new time starts the sweep's grace period.
 */
async function moveLeftover({ temporary }: Layout, file: string, graceMs: number): Promise<void> {
  if ((await stat(file)).mtimeMs > Date.now() - graceMs) return;
  const now = new Date();
  await utimes(file, now, now);
  await rename(file, path.join(temporary, path.basename(file)));
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
