import { access, open, readFile, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { blobPath, digestOf, digestOfBlob, type Layout, recordPath } from "./file.layout.ts";

const recordSchema = z.object({
  key: z.string(),
  contentType: z.string(),
  size: z.int().nonnegative(),
  blob: z.string().refine((name) => digestOfBlob(name) !== null),
});

/** What is known of an object beside its bytes, and which raw file holds them. */
export type ObjectRecord = z.infer<typeof recordSchema>;

/** An object that is there: its record, and its raw file with all its bytes. */
export interface FoundObject {
  record: ObjectRecord;
  path: string;
  lastModified: Date;
}

/** Writes a record durably under a name that nobody reads yet. */
export async function writeRecord(file: string, record: ObjectRecord): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(JSON.stringify(record));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads the record at a path, or null when there is none. */
export async function readRecord(file: string): Promise<ObjectRecord | null> {
  const text = await unlessAbsent(readFile(file, "utf8"));
  if (text !== null) return recordSchema.parse(JSON.parse(text));
  // With the folder gone too it is the store that is missing, and none of its objects.
  await access(path.dirname(file));
  return null;
}

/** Finds an object by key; a record whose raw file is gone or cut is no object. */
export async function findObject(layout: Layout, key: string): Promise<FoundObject | null> {
  const record = await readRecord(recordPath(layout, digestOf(key)));
  return record && findBytes(layout, record);
}

export async function findBytes(layout: Layout, record: ObjectRecord): Promise<FoundObject | null> {
  const file = blobPath(layout, record.blob);
  const info = await unlessAbsent(stat(file));
  if (info?.size !== record.size) return null;
  return { record, path: file, lastModified: info.mtime };
}

export async function remove(...files: string[]): Promise<void> {
  await Promise.all(files.map((file) => unlessAbsent(unlink(file))));
}

/** Gives null in place of "no such file". */
export async function unlessAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
