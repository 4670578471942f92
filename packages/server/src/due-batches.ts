/** After so many failures in a row nothing can be done, it seems: the run ends. */
const maxFailures = 1_000;

/** Where the next run of a job begins: behind the rows that failed in the last one. */
export interface DuePlace<Key> {
  after: Key | undefined;
}

/** The place where all runs begin that keep none. */
export const firstPlace = <Key>(): DuePlace<Key> => ({ after: undefined });

interface DueBatch<Key> {
  done: number;
  failed: number;
  /** The key of the last row; `undefined` when no more rows are due. */
  next: Key | undefined;
}

/**
 * Takes batches of due rows in the order of their keys, until none is left or the signal aborts. Rows that
 * fail stay due and are not tried again in this run. After many of them in a row the run ends, and the next
 * one with the same `place` begins behind them: they keep no other row waiting. Gives the number of rows
 * that were done.
 */
export async function takeDueBatches<Key>(
  place: DuePlace<Key>,
  take: (after: Key | undefined) => Promise<DueBatch<Key>>,
  signal?: AbortSignal,
): Promise<number> {
  let done = 0;
  let failuresInARow = 0;
  while (!signal?.aborted && failuresInARow < maxFailures) {
    const batch = await take(place.after);
    done += batch.done;
    failuresInARow = batch.done > 0 ? 0 : failuresInARow + batch.failed;
    place.after = batch.next;
    if (batch.next === undefined) break;
  }
  return done;
}
