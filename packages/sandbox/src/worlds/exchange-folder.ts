import { createReadStream } from "node:fs";
import { lstat, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile, syncFolder } from "@marketplace/server";
import { entriesOf, unlessGone } from "./link-tree.ts";

interface Exchange {
  /** The folder that takes over the contents of `next`. */
  live: string;
  next: string;
  /** What `live` becomes; it is removed afterward. */
  former: string;
}

/**
 * Gives a folder the contents of another. Two renames where all lies on one disk. A folder that is another
 * disk, or a link to a place on one, stays where it is: files are added to it, then others are removed. Cut
 * short, it can be called again.
 */
export async function exchangeFolder(folders: Exchange, move: typeof rename = rename): Promise<void> {
  const { live, next, former } = folders;
  if (await isLink(live)) return replaceContents(folders);
  try {
    if (!(await exists(former))) await move(live, former).catch(unlessGone);
    await move(next, live).catch(unlessGone);
  } catch (error) {
    if (!isOtherDisk(error)) throw error;
    await replaceContents(folders);
  }
}

/** A rename cannot lead to another disk (EXDEV), nor move the place where one is mounted (EBUSY). */
const isOtherDisk = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EXDEV" || error.code === "EBUSY");

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error) => unlessGone(error) ?? false,
  );

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );

async function replaceContents({ live, next }: Exchange): Promise<void> {
  await copyInto(live, next);
  await removeOthers(live, next);
}

/** Copies files, not links: a world may share the present file of a name. */
async function copyInto(folder: string, other: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const entry of await entriesOf(other)) {
    const [source, target] = [join(other, entry.name), join(folder, entry.name)];
    if (entry.isDirectory()) await copyInto(target, source);
    else
      await replaceFile(target, async (file) => {
        for await (const chunk of createReadStream(source)) await file.writeFile(chunk);
      });
  }
}

/** Removes what the other folder does not have. The folders of the stores stay. */
async function removeOthers(folder: string, other: string): Promise<void> {
  const kept = new Set((await entriesOf(other)).map(({ name }) => name));
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeOthers(path, join(other, entry.name));
    else if (!kept.has(entry.name)) await rm(path, { force: true });
  }
  await syncFolder(folder);
}
