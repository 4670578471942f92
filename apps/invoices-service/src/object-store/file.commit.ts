import { open, rename } from "node:fs/promises";
import type { Readable } from "node:stream";
import { ObjectExists } from "./errors.ts";
import * as disk from "./file.layout.ts";
import { createRecord, hasCode, type ObjectRecord, readRecord, remove } from "./file.records.ts";
import { takeIn } from "./intake.ts";
import type { PutOptions, PutResult } from "./object-store.ts";

/**
 * Stores an object in steps, after any of which the process may die: the bytes, synced; then the record, which is the one
 * step that makes the object exist; then the folder synced. Until the record's step nothing is visible, and the raw file is
 * one that no record names.
 */
export async function storeObject(
  layout: disk.Layout,
  key: string,
  { body, options }: { body: Readable; options: PutOptions },
): Promise<PutResult> {
  const blob = disk.newBlobName(disk.digestOf(key));
  const bytes = disk.blobPath(layout, blob);
  let previous: ObjectRecord | null;
  let result: PutResult;
  try {
    result = await receive(bytes, body, options);
    // The last moment at which an abort leaves nothing: from the next line on the object exists.
    options.signal?.throwIfAborted();
    const { contentType, ifAbsent } = options;
    const record = { key, contentType, size: result.size, blob };
    previous = await publish(layout, record, ifAbsent);
  } catch (error) {
    await remove(bytes);
    throw error;
  }
  await disk.syncFolder(disk.shardOf(layout, blob));
  if (previous) await remove(disk.blobPath(layout, previous.blob));
  return result;
}

async function receive(bytes: string, body: Readable, options: PutOptions): Promise<PutResult> {
  const file = await open(bytes, "wx", 0o600);
  try {
    const result = await takeIn(body, file, options);
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
}

/** Puts a record into its place; gives the one that it replaced. Objects are mostly new: what is there is not looked up before. */
async function publish(
  layout: disk.Layout,
  record: ObjectRecord,
  ifAbsent = false,
): Promise<ObjectRecord | null> {
  const file = disk.recordPath(layout, disk.digestOf(record.key));
  try {
    await createRecord(file, record);
    return null;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    if (ifAbsent) throw new ObjectExists(record.key);
  }
  const previous = await readRecord(file);
  const replacement = disk.replacementPath(layout, record.blob);
  await createRecord(replacement, record);
  await rename(replacement, file);
  return previous;
}

/** Removes an object; from the removal of its record on it does not exist. */
export async function removeObject(layout: disk.Layout, key: string): Promise<void> {
  const digest = disk.digestOf(key);
  const file = disk.recordPath(layout, digest);
  const record = await readRecord(file);
  if (!record) return;
  await remove(file);
  await disk.syncFolder(disk.shardOf(layout, digest));
  await remove(disk.blobPath(layout, record.blob));
}
