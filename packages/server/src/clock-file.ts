import { readFileSync } from "node:fs";
import { z } from "zod";
import { systemClock } from "./clock.ts";
import { writePrivateFile } from "./durable-file.ts";
import type { Environment } from "./environment.ts";
import { type ClockState, createMovableClock, type MovableClock } from "./movable-clock.ts";

const Stored = z.object({ offset_ms: z.number(), frozen_at: z.iso.datetime().nullable() });

/** The state of a clock that was kept in a file; real time when there is no file. */
export function readClockFile(path: string): ClockState {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { offsetMs: 0, frozenAt: null };
    throw error;
  }
  const { offset_ms, frozen_at } = Stored.parse(JSON.parse(text));
  return { offsetMs: offset_ms, frozenAt: frozen_at === null ? null : new Date(frozen_at) };
}

/** Keeps the state of a clock, for the next start. */
export const writeClockFile = (path: string, { offsetMs, frozenAt }: ClockState): Promise<void> =>
  writePrivateFile(path, JSON.stringify({ offset_ms: offsetMs, frozen_at: frozenAt }));

/**
 * The domain clock of a service that another process moves, with the state that the file CLOCK_FILE has now;
 * `undefined` without this variable, which only `start --split` sets.
 */
export function movableClockOf({ CLOCK_FILE }: Environment): MovableClock | undefined {
  return CLOCK_FILE ? createMovableClock(readClockFile(CLOCK_FILE), systemClock) : undefined;
}
