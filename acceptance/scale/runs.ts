import type { Tally } from "../faults/tally.ts";

/** What the drills of one command share. */
export interface Run {
  dir: string;
  seed: number;
  tally: Tally;
  /** What failed beside what the tally counts. */
  problems: string[];
  /** What stops and removes what was started, the latest last. */
  undo: (() => Promise<unknown>)[];
}
