import { AsyncLocalStorage } from "node:async_hooks";
import { currentFrame, outsideTransactions } from "./ambient.ts";
import { DatabaseUnavailable, isCanceled } from "./errors.ts";

/** As DataLoader's options. */
export interface BatchingOptions {
  /** Batches under way at once; calls that come meanwhile wait for the next batch. */
  readonly concurrency: number;
  readonly batchSize: number;
}

interface PendingCall<Call, Result> {
  readonly call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Batch<Call, Result> {
  /** Runs work in the asynchronous context of the first call: its request, its trace. */
  readonly inContext: (work: () => void) => void;
  readonly calls: PendingCall<Call, Result>[];
}

/**
 * Batches calls, as DataLoader does: the calls of one turn of the event loop run together at its end, and so
 * do those that come while `concurrency` batches are under way. Unlike DataLoader it caches nothing, and a
 * batch begins after each of its calls, so that a call never reads something older than itself. `run` gives
 * one result per call, in their order, and does all or nothing. When it fails, each call runs again alone, so
 * that no call fails because of another one; not when the server is away or canceled the statement. Inside a
 * transaction of `database` a call runs alone, as part of it. Traces and metrics of a batch belong to its
 * first call.
 */
export function batching<Call, Result>(
  database: object,
  { concurrency, batchSize }: BatchingOptions,
  run: (calls: readonly Call[]) => Promise<readonly Result[]>,
): (call: Call) => Promise<Result> {
  const batches: Batch<Call, Result>[] = [];
  let running = 0;
  let scheduled = false;

  const runAlone = async (call: Call): Promise<Result> => {
    const [result] = await run([call]);
    // `run` gives a result per call.
    return result as Result;
  };
  const runBatch = async (calls: readonly PendingCall<Call, Result>[]): Promise<void> => {
    try {
      const results = await run(calls.map(({ call }) => call));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (calls.length === 1 || isServerError(error)) for (const { reject } of calls) reject(error);
      else await Promise.all(calls.map(({ call, resolve, reject }) => runAlone(call).then(resolve, reject)));
    }
  };
  const runScheduled = (): void => {
    scheduled = false;
    while (running < concurrency) {
      const batch = batches.shift();
      if (!batch) return;
      running += 1;
      batch.inContext(() => void outsideTransactions(() => runBatch(batch.calls)).finally(ended));
    }
  };
  // At the end of the turn: requests that arrive together are read one after the other.
  const schedule = (): void => {
    if (scheduled || running >= concurrency || batches.length === 0) return;
    scheduled = true;
    setImmediate(runScheduled);
  };
  const ended = (): void => {
    running -= 1;
    schedule();
  };
  const batchWithRoom = (): Batch<Call, Result> => {
    const last = batches.at(-1);
    if (last && last.calls.length < batchSize) return last;
    const batch = { inContext: AsyncLocalStorage.snapshot(), calls: [] };
    batches.push(batch);
    return batch;
  };
  return (call) => {
    if (currentFrame(database)) return runAlone(call);
    return new Promise((resolve, reject) => {
      batchWithRoom().calls.push({ call, resolve, reject });
      schedule();
    });
  };
}

/** Batches reads by ids. A call gets what exists of its own ids, in their order, each once. */
export function batchingByIds<Id, Found>(
  database: object,
  find: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Found>>,
  { concurrency = 4, batchSize = 50 }: Partial<BatchingOptions> = {},
): (ids: readonly Id[]) => Promise<Found[]> {
  return batching(database, { concurrency, batchSize }, async (calls: readonly (readonly Id[])[]) => {
    const found = await find([...new Set(calls.flat())]);
    const present = (id: Id): Found[] => {
      const one = found.get(id);
      return one === undefined ? [] : [one];
    };
    return calls.map((ids) => [...new Set(ids)].flatMap(present));
  });
}

const isServerError = (error: unknown): boolean => error instanceof DatabaseUnavailable || isCanceled(error);
