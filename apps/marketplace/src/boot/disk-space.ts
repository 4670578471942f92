import type { Dirent } from "node:fs";
import { access, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { freeBytesOf } from "@marketplace/server";
import { StartRefused } from "./start-refused.ts";

const megabyte = 1024 * 1024;

/**
 * What a start needs on the disk, in bytes: Postgres writes at least two segments of its log when it
 * recovers.
 */
const needed = { known: 48 * megabyte, empty: 160 * megabyte, demo: 320 * megabyte } as const;

/** What is to be started where. */
export interface Place {
  dataDir: string;
  seed: "demo" | "none";
}

/** Refuses a start for which the disk of the data directory has no room, with what to free. */
export async function assertRoomToStart(place: Place): Promise<void> {
  const most = await neededBy(place);
  if ((await freeBytesOf(place.dataDir)) < most)
    throw new StartRefused(`The disk of the data directory is full: ${await advice(place, most)}`);
}

/** Words for an error that a full disk caused: what it is and what to free. Other errors stay as they are. */
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

/** By the codes of Node and of Postgres, and by the words of Postgres' log. */
function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (["ENOSPC", "EDQUOT", "53100"].includes(code)) return true;
  return /No space left on device|Disk quota exceeded/i.test(error.message) || isOfFullDisk(error.cause);
}

/** Which of a data directory's parts may be deleted without losing anything but themselves. */
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

/** Bytes of the files below a path; 0 for what is not there. */
async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((): Dirent[] => []);
  let bytes = 0;
  for (const entry of entries.filter((one) => one.isFile())) {
    const info = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += info?.size ?? 0;
  }
  return bytes;
}
