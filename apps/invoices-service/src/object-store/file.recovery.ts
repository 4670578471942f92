import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { blobOfNote, blobPath, digestOfBlob, type Layout, recordPath } from "./file.layout.ts";
import { readRecord, remove, unlessAbsent } from "./file.records.ts";

/**
 * Settles what a crash left. A name in `incoming` says that a put or a removal of that raw file had begun: the raw file
 * stays when the object's record names it, and goes when not. Entries younger than the grace period may belong to a
 * process that still runs.
 */
export async function settleLeftovers(layout: Layout, graceMs: number): Promise<void> {
  const before = Date.now() - graceMs;
  for (const name of await readdir(layout.incoming)) {
    const leftover = path.join(layout.incoming, name);
    const info = await unlessAbsent(stat(leftover));
    if (!info || info.mtimeMs > before) continue;
    const blob = blobOfNote(name);
    const digest = digestOfBlob(blob);
    if (digest) await dropUnlessNamed(layout, digest, blob);
    await remove(leftover);
  }
}

async function dropUnlessNamed(layout: Layout, digest: string, blob: string): Promise<void> {
  const record = await readRecord(recordPath(layout, digest));
  if (record?.blob !== blob) await remove(blobPath(layout, blob));
}
