import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type ClockState,
  readClockFile,
  syncFolder,
  writeClockFile,
  writePrivateFile,
} from "@marketplace/server";
import type { WorldDocument } from "./engine.ts";
import type { States } from "./states.ts";

/** What is written beside the files of a state. */
export interface Description {
  name: string;
  created_at: string;
  document: WorldDocument;
}

const prefix = "s";

/** The key of a snapshot's state: its name is too long for that of a database. */
export const keyOfSnapshot = (name: string): string =>
  `${prefix}${createHash("sha256").update(name).digest("hex").slice(0, 12)}`;

export const isSnapshot = (key: string): boolean => /^s[0-9a-f]{12}$/.test(key);

/** Whether a state outlives the product: a snapshot, or what worlds are made from. */
export const isStored = (key: string): boolean => key === "demo" || key === "empty" || isSnapshot(key);

const fileOf = (states: States, key: string): string => join(states.folderOf(key), "state.json");

const clockOf = (states: States, key: string): string => join(states.folderOf(key), "clock.json");

/** How the clock of a snapshot stood; real time when none was stored. */
export const readClock = (states: States, key: string): ClockState => readClockFile(clockOf(states, key));

export const writeClock = (states: States, key: string, clock: ClockState): Promise<void> =>
  writeClockFile(clockOf(states, key), clock);

/** What a state holds; `undefined` when it is not whole. */
export async function readDescription(states: States, key: string): Promise<Description | undefined> {
  try {
    // Only writeDescription writes this file, atomically, after everything else.
    return JSON.parse(await readFile(fileOf(states, key), "utf8")) as Description;
  } catch {
    return undefined;
  }
}

/** Marks a state as whole. */
export const writeDescription = (states: States, key: string, description: Description): Promise<void> =>
  writePrivateFile(fileOf(states, key), JSON.stringify(description));

/** Marks a state as not whole: no world is made from it, and a crash leaves nothing of it. */
export async function forgetDescription(states: States, key: string): Promise<void> {
  await rm(fileOf(states, key), { force: true });
  await syncFolder(states.folderOf(key));
}
