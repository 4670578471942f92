import type { Writing } from "../../faults/load.ts";
import type { Run } from "../runs.ts";
import type { Ceph } from "./ceph.ts";
import type { FileLoad, Seen } from "./file-load.ts";
import { until } from "./until.ts";

/** A product on a replicated object store, and its clients. */
export interface Stage extends Run {
  ceph: Ceph;
  dataDir: string;
  writing: Writing;
}

/** The bucket of invoice files. */
export const bucket = "fiscal-documents";

/** Requests of each kind that are answered, or refused, before a drill goes on. */
const enough = 15;

/** Waits until uploads and reads were answered from now on. */
export const answered = (load: FileLoad): Promise<void> =>
  more(load, "files are taken and given", (seen) => seen.answered);

/** Waits until uploads and reads were refused from now on. */
export const refused = (load: FileLoad): Promise<void> =>
  more(load, "files are refused", (seen) => seen.refused);

function more(load: FileLoad, what: string, count: (seen: Seen) => number): Promise<void> {
  const counts = () => [load.uploads(), load.reads()].map(count);
  const before = counts();
  return until(what, async () => counts().every((now, index) => now >= (before[index] ?? 0) + enough));
}

/** Prints what clients saw of a drill. */
export function report({ tally }: Stage, load: FileLoad, remark: string): void {
  const uploads = load.uploads();
  const reads = load.reads();
  process.stdout.write(
    `    uploads acknowledged ${uploads.answered}, refused ${uploads.refused}, lost ${tally.lost.length}, ` +
      `duplicated ${tally.duplicated.length}, wrong bytes ${tally.halfVisible.length}, ` +
      `unavailable ${uploads.unavailableSeconds.toFixed(1)} s\n` +
      `    reads answered ${reads.answered}, refused ${reads.refused}, ` +
      `unavailable ${reads.unavailableSeconds.toFixed(1)} s; ${remark}\n`,
  );
}
