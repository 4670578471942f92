import type { ItemStore } from "./item-store.ts";
import { intersection, positionsIn } from "./sorted-lists.ts";

/** Postings of live items in which words are neighbors, in one field and in this order. */
export function phrasePostings(store: ItemStore, ids: readonly number[]): Uint32Array {
  const lists = ids.map((id) => store.words.list(id)).sort((a, b) => a.length - b.length);
  const [fewest = new Uint32Array(), ...others] = lists;
  const found: number[] = [];
  for (const position of store.liveOf(others.reduce(intersection, positionsIn(fewest)))) {
    const count = countPhrase(store.wordsAt(position), ids);
    if (count > 0) found.push((position << 8) | count);
  }
  return Uint32Array.from(found);
}

/** Counts of the phrase by field, as a posting has them. */
function countPhrase(words: Uint32Array, ids: readonly number[]): number {
  let [counts, field] = [0, 0];
  for (let start = 0; start < words.length; start++) {
    if (words[start] === 0) field++;
    if (ids.some((id, at) => words[start + at] !== id)) continue;
    if (((counts >> (field * 2)) & 3) < 3) counts += 1 << (field * 2);
  }
  return counts;
}
