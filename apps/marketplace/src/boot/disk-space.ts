import type { Dirent } from "node:fs";
import { access, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { freeBytesOf } from "@marketplace/server";
import { StartRefused } from "./start-refused.ts";

const megabyte = 1024 * 1024;

/** Free disk space a start needs, in bytes. Postgres' recovery writes at least two WAL segments. */
const needed = { known: 48 * megabyte, empty: 160 * megabyte, demo: 320 * megabyte } as const;

export interface Place {
  dataDir: string;
  seed: "demo" | "none";
}

/** Throws StartRefused when the disk has no room for a start, with advice what to delete. */
export async function assertRoomToStart(place: Place): Promise<void> {
  const most = await neededBy(place);
  if ((await freeBytesOf(place.dataDir)) < most)
    throw new StartRefused(`The disk of the data directory is full: ${await advice(place, most)}`);
}

/** An error of a full disk with advice; other errors unchanged. */
export async function wordedForFullDisk<E>(error: E, place: Place): Promise<E | StartRefused> {
  if (!isOfFullDisk(error)) return error;
  const reason = `The disk of the data directory is full: ${await advice(place, await neededBy(place))}`;
  return new StartRefused(reason, { cause: error });
}

async function neededBy({ dataDir, seed }: Place): Promise<number> {
  const isKnown = await access(join(dataDir, "demo.json")).then(
    () => true,
    () => false,
  );
  if (isKnown) return needed.known;
  return seed === "demo" ? needed.demo : needed.empty;
}

/** Recognizes error codes of Node and Postgres, and messages of Postgres' log. */
function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (["ENOSPC", "EDQUOT", "53100"].includes(code)) return true;
  return /No space left on device|Disk quota exceeded/i.test(error.message) || isOfFullDisk(error.cause);
}

/** Parts of the data directory, with what deleting them would lose. */
const dispensable: Readonly<Record<string, string>> = {
  mail: "copies of e-mails, may be deleted",
  objects: "files of users, keep it",
  postgres: "the database, keep it; postgres.log in it may be deleted",
};

async function advice({ dataDir }: Place, most: number): Promise<string> {
  const free = await freeBytesOf(dataDir).catch(() => 0);
  const parts = await Promise.all(
    Object.entries(dispensable).map(async ([name, words]) => {
      const bytes = await sizeOf(join(dataDir, name));
      return bytes === 0 ? [] : [`${join(dataDir, name)} ${inMegabytes(bytes)} (${words})`];
    }),
  );
  const held = parts.flat().join(", ");
  return (
    `${Math.floor(free / megabyte)} MB are free where ${dataDir} lies, and a start needs ${inMegabytes(most)}. ` +
    `Free at least ${inMegabytes(Math.max(most - free, megabyte))} on that disk, then start again.` +
    (held === "" ? "" : ` It holds ${held}.`)
  );
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / megabyte)} MB`;

/** Bytes of all files below a path; 0 when it is absent. */
async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((): Dirent[] => []);
  let bytes = 0;
  for (const entry of entries.filter((one) => one.isFile())) {
    const info = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += info?.size ?? 0;
  }
  return bytes;
}
