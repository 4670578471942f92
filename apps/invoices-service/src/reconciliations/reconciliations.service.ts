import { repeat } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import { DatabasesUnknown } from "../sharding/everywhere.ts";
import { reconcile } from "../storage/reconcile.service.ts";
import type { Run } from "./reconciliations.repo.ts";

/** A run that gave no sign of life for so long has lost its process. */
const staleMs = 60_000;
/** Some signs may be lost. */
const aliveEveryMs = staleMs / 6;
/** Differences that are kept of a run; all are counted. */
export const keptDifferences = 500;

/** Begins a run in the background; throws `AlreadyRunning`. */
export async function startReconciliation(
  deps: Deps,
  { mend, startedBy }: { mend: boolean; startedBy: number },
): Promise<Run> {
  const present = deps.systemClock.now();
  const stale = new Date(present.getTime() - staleMs);
  const at = deps.clock.now();
  const documentsTotal = await deps.everywhere.count();
  const run = await deps.reconciliations.begin(
    { mend, startedBy, at, documentsTotal },
    { aliveAt: present, stale },
  );
  deps.runs.add(carryOut(deps, run));
  return run;
}

async function carryOut(deps: Deps, { id, mend }: Run): Promise<void> {
  const { reconciliations, runs, clock, systemClock, log } = deps;
  const seen = { objects: 0, documents: 0 };
  const onProgress = (counts: typeof seen) => reconciliations.progress(id, Object.assign(seen, counts));
  // By a timer: how long a page takes, or the mending, is up to the store and to what differs.
  const alive = repeat(() => reconciliations.touch(id, systemClock.now()), { everyMs: aliveEveryMs, log });
  try {
    const { differences, objects, documents } = await reconcile(deps, {
      mend,
      onProgress,
      signal: runs.signal,
    });
    await reconciliations.end(id, {
      status: "done",
      failure: null,
      finishedAt: clock.now(),
      objects,
      documents,
      differenceCount: differences.length,
      differences: differences.slice(0, keptDifferences),
    });
  } catch (err) {
    log.error({ err }, "a reconciliation failed");
    const nothing = { differenceCount: 0, differences: [] };
    const failure = runs.signal.aborted ? "the service ended" : whyOf(err);
    await reconciliations
      .end(id, { status: "failed", failure, finishedAt: clock.now(), ...seen, ...nothing })
      .catch((error: unknown) => log.error({ err: error }, "a failed reconciliation stays as running"));
  } finally {
    await alive.stop();
  }
}

const whyOf = (error: unknown): string =>
  error instanceof DatabasesUnknown ? error.message : "the object store or the database failed";
