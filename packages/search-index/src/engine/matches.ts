import type { ItemStore } from "./item-store.ts";
import type { QueryWord } from "./query-words.ts";
import { eachCommon, union } from "./sorted-lists.ts";

/**
 * Positions of the live items with so many words of a search, ascending. Any such item has one of the rarest
 * words, all but `needed - 1`: their items are the candidates, which lose those that can no longer have
 * enough words (ScanCount).
 */
export function positionsWith(store: ItemStore, query: readonly QueryWord[], needed: number): Uint32Array {
  const ordered = query.toSorted((a, b) => a.count - b.count);
  const opening = ordered.slice(0, ordered.length - needed + 1);
  const candidates = union(
    opening.flatMap(({ alternatives }) => alternatives.map(({ postings }) => postings)),
  );
  // Items with the only opening word need not be counted.
  const [known, counted] = opening.length === 1 ? [1, ordered.slice(1)] : [0, ordered];
  const found = new Uint8Array(candidates.length).fill(known);
  const last = new Uint8Array(candidates.length);
  let { length } = candidates;
  for (const [index, { alternatives }] of counted.entries()) {
    for (const { postings } of alternatives) {
      eachCommon(candidates.subarray(0, length), postings, (at) => {
        if (last[at] === index + 1) return;
        last[at] = index + 1;
        found[at] = (found[at] ?? 0) + 1;
      });
    }
    const enough = needed - (counted.length - 1 - index);
    let kept = 0;
    for (let at = 0; at < length; at++) {
      if ((found[at] ?? 0) < enough) continue;
      candidates[kept] = candidates[at] ?? 0;
      last[kept] = last[at] ?? 0;
      found[kept++] = found[at] ?? 0;
    }
    length = kept;
  }
  return store.liveOf(candidates.subarray(0, length));
}
