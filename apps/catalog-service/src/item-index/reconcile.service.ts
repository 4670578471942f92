import type { SearchIndex } from "@marketplace/search-index";
import { sites } from "../sites/sites.service.ts";
import { indexedItem } from "./indexed-item.rules.ts";
import type { SearchedItemsRepo } from "./searched-items.repo.ts";

const blockSize = 1_000;

export interface Reconciliation {
  index: Pick<SearchIndex, "apply" | "scan" | "health">;
  items: Pick<SearchedItemsRepo, "below">;
  /** Runs work when no other change of the index is under way. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** What the index knows as its cursor meanwhile. */
  cursor: string;
  /** Ends the work between two blocks. */
  signal: AbortSignal;
}

/** Makes an index equal to the active items, block by block from the newest on, and returns their number. */
export async function reconcile({ index, items, inTurn, cursor, signal }: Reconciliation): Promise<number> {
  const wasEmpty = index.health().items === 0;
  let count = 0;
  for (let before = Number.MAX_SAFE_INTEGER; before > 0 && !signal.aborted; )
    before = await inTurn(async () => {
      const active = await items.below(before, blockSize);
      const from = active.length < blockSize ? 0 : (active.at(-1)?.no ?? 0);
      const left = new Set(active.map(({ no }) => no));
      const indexed = wasEmpty ? [] : await numbersIn(index, { from, before });
      const remove = indexed.filter((no) => !left.has(no));
      await index.apply({ put: active.map(indexedItem), remove, cursor });
      count += active.length;
      return from;
    });
  return count;
}

/** The numbers in the index from `from` up to, but without, `before`. */
async function numbersIn(
  index: Pick<SearchIndex, "scan">,
  { from, before }: { from: number; before: number },
): Promise<number[]> {
  const found: number[] = [];
  for (const { id: siteId } of sites)
    for (let below = before; ; ) {
      const { numbers } = await index.scan({ siteId, keys: [] }, { before: below, limit: blockSize });
      found.push(...numbers.filter((no) => no >= from));
      const last = numbers.at(-1);
      if (last === undefined || last < from || numbers.length < blockSize) break;
      below = last;
    }
  return found;
}
