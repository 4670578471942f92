import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { digestOfBlob, isReplacement, type Layout, shards } from "./file.layout.ts";
import { readRecord, remove, unlessAbsent } from "./file.records.ts";

/**
 * Settles what a crash left: raw files that no record names, and records that never came into their place. Those younger
 * than the grace period may belong to a process that still runs.
 */
export async function settleLeftovers(layout: Layout, graceMs: number): Promise<void> {
  const before = Date.now() - graceMs;
  for (const shard of shards(layout)) {
    for (const name of await leftoversOf(shard)) {
      const leftover = path.join(shard, name);
      const info = await unlessAbsent(lstat(leftover));
      if (info && info.mtimeMs <= before) await remove(leftover);
    }
  }
}

/** Records are read only where a digest has no record, or several raw files: a start costs a look at the names. */
async function leftoversOf(shard: string): Promise<string[]> {
  const names = await readdir(shard);
  const blobs = Map.groupBy(
    names.filter((name) => digestOfBlob(name) !== null),
    digestOfBlob,
  );
  const present = new Set(names);
  const leftovers = names.filter(isReplacement);
  for (const [digest, versions] of blobs) {
    if (digest === null || (versions.length === 1 && present.has(digest))) continue;
    const record = await readRecord(path.join(shard, digest));
    leftovers.push(...versions.filter((name) => name !== record?.blob));
  }
  return leftovers;
}
