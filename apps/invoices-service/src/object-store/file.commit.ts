import { type FileHandle, link, open, rename } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { ObjectExists } from "./errors.ts";
import * as disk from "./file.layout.ts";
import { hasCode, readRecord, remove, unlessAbsent, writeRecord } from "./file.records.ts";
import { takeIn } from "./intake.ts";
import type { PutOptions, PutResult } from "./object-store.ts";

interface Incoming {
  key: string;
  /** Name of the raw file, the same in `incoming` and in `objects`. */
  blob: string;
  bytes: string;
  record: string;
}

/**
 * Stores an object in steps, after any of which the process may die: bytes into `incoming`, synced, the record beside
 * them, synced; the raw file into its place; then the record into its place, which is the one step that makes the object
 * exist; then the folder synced. Until the record's step nothing is visible and a name is left in `incoming`, which the next
 * start settles.
 */
export async function storeObject(
  layout: disk.Layout,
  key: string,
  { body, options }: { body: Readable; options: PutOptions },
): Promise<PutResult> {
  const digest = disk.digestOf(key);
  const blob = disk.newBlobName(digest);
  const bytes = path.join(layout.incoming, blob);
  const incoming = { key, blob, bytes, record: disk.recordNote(layout, blob) };
  try {
    const file = await open(bytes, "wx", 0o600);
    const result = await receive(incoming, { file, body, options }).finally(() => file.close());
    await publish(layout, incoming, options);
    return result;
  } catch (error) {
    await remove(incoming.record, bytes);
    throw error;
  }
}

async function receive(
  { key, blob, record }: Incoming,
  { file, body, options }: { file: FileHandle; body: Readable; options: PutOptions },
): Promise<PutResult> {
  const result = await takeIn(body, file, options);
  const { contentType } = options;
  await Promise.all([file.sync(), writeRecord(record, { key, contentType, size: result.size, blob })]);
  return result;
}

async function publish(
  layout: disk.Layout,
  incoming: Incoming,
  { ifAbsent, signal }: PutOptions,
): Promise<void> {
  const digest = disk.digestOf(incoming.key);
  const record = disk.recordPath(layout, digest);
  const bytes = disk.blobPath(layout, incoming.blob);
  await rename(incoming.bytes, bytes);
  let settle: Settle | undefined;
  try {
    // The last moment at which an abort leaves nothing: from the next line on the object exists.
    signal?.throwIfAborted();
    settle = await create(incoming, record);
    if (!settle && ifAbsent) throw new ObjectExists(incoming.key);
    settle ??= await replace(layout, incoming, record);
  } catch (error) {
    await remove(bytes);
    throw error;
  }
  await disk.syncFolder(disk.shardOf(layout, digest));
  await settle();
}

/** Removes what an object's new record has left behind. */
type Settle = () => Promise<void>;

/**
 * link(2) fails when the name is taken, which decides between concurrent creators, in other processes too; then there is
 * nothing to settle. Objects are mostly new: whether one is there already is not looked up before.
 */
async function create(incoming: Incoming, record: string): Promise<Settle | undefined> {
  try {
    await link(incoming.record, record);
  } catch (error) {
    if (hasCode(error, "EEXIST")) return undefined;
    throw error;
  }
  return () => remove(incoming.record);
}

async function replace(layout: disk.Layout, incoming: Incoming, record: string): Promise<Settle> {
  const previous = await readRecord(record);
  const settle = previous && (await announceRemoval(layout, previous.blob));
  await rename(incoming.record, record);
  return settle ?? (async () => {});
}

/** Removes an object; from the removal of its record on it does not exist. */
export async function removeObject(layout: disk.Layout, key: string): Promise<void> {
  const digest = disk.digestOf(key);
  const file = disk.recordPath(layout, digest);
  const record = await readRecord(file);
  if (!record) return;
  const settle = await announceRemoval(layout, record.blob);
  await remove(file);
  await disk.syncFolder(disk.shardOf(layout, digest));
  await settle();
}

/** Notes in `incoming` that a raw file is about to lose its record, so that a crash in between leaks nothing. */
async function announceRemoval(layout: disk.Layout, blob: string): Promise<Settle> {
  const bytes = disk.blobPath(layout, blob);
  const note = path.join(layout.incoming, blob);
  await unlessAbsent(link(bytes, note)).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST")) throw error;
  });
  return async () => {
    await remove(bytes);
    await remove(note);
  };
}
