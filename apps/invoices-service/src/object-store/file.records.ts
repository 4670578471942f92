import { access, readlink, stat, symlink, unlink } from "node:fs/promises";
import path from "node:path";
import { blobPath, digestOf, digestOfBlob, type Layout, recordPath } from "./file.layout.ts";

/** What is known of an object beside its bytes, and which raw file holds them. */
export interface ObjectRecord {
  key: string;
  contentType: string;
  size: number;
  blob: string;
}

/** An object that is there: its record, and its raw file with all its bytes. */
export interface FoundObject {
  record: ObjectRecord;
  path: string;
  lastModified: Date;
}

/**
 * Creates a record under a name that is not taken: EEXIST decides between concurrent creators, in other processes too. A
 * record is a symbolic link that leads nowhere, for its target is the record: made in one step, whole or not at all, and
 * durable with its folder.
 */
export function createRecord(file: string, { key, contentType, size, blob }: ObjectRecord): Promise<void> {
  return symlink([blob, size, inBase64(contentType), inBase64(key)].join(" "), file);
}

/** Reads the record at a path, or null when there is none. */
export async function readRecord(file: string): Promise<ObjectRecord | null> {
  const target = await unlessAbsent(readlink(file));
  if (target !== null) return parsed(target);
  // With the folder gone too it is the store that is missing, and none of its objects.
  await access(path.dirname(file));
  return null;
}

/** Some programs that copy links make their targets absolute: what is before the last slash is not ours. */
function parsed(target: string): ObjectRecord {
  const [blob = "", size = "", contentType, key] = path.basename(target).split(" ");
  if (digestOfBlob(blob) === null || !/^\d+$/.test(size) || contentType === undefined || !key)
    throw new Error("the link is no record of an object");
  return { key: fromBase64(key), contentType: fromBase64(contentType), size: Number(size), blob };
}

/** Keys and types may hold what a file system's names may not. */
const inBase64 = (text: string): string => Buffer.from(text).toString("base64url");
const fromBase64 = (text: string): string => Buffer.from(text, "base64url").toString();

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
