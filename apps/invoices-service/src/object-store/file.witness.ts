import { readdir, readlink, symlink } from "node:fs/promises";
import { digestOfBlob, type Layout, shards, syncFolder, witnessPath } from "./file.layout.ts";
import { hasCode } from "./file.records.ts";

/**
 * Fails when raw files are there and links are not: whatever copied the store has left its records behind, and without them
 * the raw files would be taken for what a crash left. A store that is empty gets its witness.
 */
export async function assertLinksKept(layout: Layout): Promise<void> {
  if (await isWitnessed(layout)) return;
  // Another process may have begun the same store meanwhile.
  if ((await holdsRawFiles(layout)) && !(await isWitnessed(layout)))
    throw new Error(
      `${layout.objects} has files but not the symbolic links that are their records: copy it again with them (cp -a)`,
    );
  await leaveWitness(layout);
}

export async function leaveWitness(layout: Layout): Promise<void> {
  await symlink("the records of this store are links", witnessPath(layout)).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST")) throw error;
  });
  // Without it the next start would take what is stored from now on for a copy that has lost its links.
  await syncFolder(layout.objects);
}

/** Whether the store has its witness; a copy that lost its links has not. */
export async function isWitnessed(layout: Layout): Promise<boolean> {
  try {
    await readlink(witnessPath(layout));
    return true;
  } catch (error) {
    // EINVAL: it was copied as a file.
    if (hasCode(error, "ENOENT") || hasCode(error, "EINVAL")) return false;
    throw error;
  }
}

async function holdsRawFiles(layout: Layout): Promise<boolean> {
  for (const shard of shards(layout)) {
    if ((await readdir(shard)).some((name) => digestOfBlob(name) !== null)) return true;
  }
  return false;
}
