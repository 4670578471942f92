import { createSharedRuns } from "@marketplace/server";
import type { ItemChangesRepo } from "./item-changes.repo.ts";

interface OwnChangesDeps {
  changes: Pick<ItemChangesRepo, "ofSeller">;
  /** Reads and indexes items. */
  refresh(numbers: readonly number[]): Promise<void>;
  blockSize: number;
}

/**
 * Indexes what sellers changed themselves while the index is behind. Each seller has a cursor of their own
 * from the index's cursor on, so that nothing is read twice; a run reads one block, the last changes first,
 * and leaves the rest to later runs. Searches of a seller share runs.
 */
export function createOwnChanges({ changes, refresh, blockSize }: OwnChangesDeps) {
  const runs = new Map<number, () => Promise<void>>();
  let base: string | undefined;

  const runsOf = (sellerId: number, from: string): (() => Promise<void>) => {
    let cursor = from;
    let waiting: number[] = [];
    return createSharedRuns(async () => {
      const news = await changes.ofSeller(cursor, sellerId);
      cursor = news.cursor;
      waiting = [...new Set([...news.numbers, ...waiting])];
      const block = waiting.slice(0, blockSize);
      if (block.length === 0) return;
      await refresh(block);
      waiting = waiting.slice(blockSize);
    });
  };

  /** Once the index has moved on from `cursor`, what sellers were told before begins again. */
  return (cursor: string, sellerId: number): Promise<void> => {
    if (base !== cursor) runs.clear();
    base = cursor;
    const run = runs.get(sellerId) ?? runsOf(sellerId, cursor);
    runs.set(sellerId, run);
    return run();
  };
}
