import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { digestOf, type Layout, recordPath, shards, syncFolder } from "./file.layout.ts";
import { createRecord, hasCode, remove, unlessAbsent } from "./file.records.ts";
import { leaveWitness } from "./file.witness.ts";

const oldRecord = z.object({ key: z.string(), contentType: z.string(), size: z.int(), blob: z.string() });

/**
 * Takes over a store of the first layout, where records were files `<sha256 of key>.json` and a folder `incoming` beside
 * `objects` held what was under way. That folder goes last: until then every step can be repeated.
 */
export async function takeOverFirstLayout(layout: Layout, root: string): Promise<void> {
  const incoming = path.resolve(root, "incoming");
  if ((await unlessAbsent(readdir(incoming))) === null) return;
  for (const shard of shards(layout)) {
    const files = (await readdir(shard)).filter((name) => name.endsWith(".json"));
    for (const name of files) await takeOver(layout, path.join(shard, name));
    if (files.length > 0) await syncFolder(shard);
    await remove(...files.map((name) => path.join(shard, name)));
  }
  await leaveWitness(layout);
  await rm(incoming, { recursive: true });
}

async function takeOver(layout: Layout, file: string): Promise<void> {
  const record = oldRecord.parse(JSON.parse(await readFile(file, "utf8")));
  await createRecord(recordPath(layout, digestOf(record.key)), record).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST")) throw error;
  });
}
