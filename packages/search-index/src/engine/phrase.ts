import type { ItemStore } from "./item-store.ts";

/** Where a position is or would be in a list of postings (binary search). */
export function lowerBound(postings: Uint32Array, position: number): number {
  let [low, high] = [0, postings.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postings[middle] ?? 0) >>> 8 < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Postings of live items in which words are neighbors, in one field and in this order. */
export function phrasePostings(store: ItemStore, ids: readonly number[]): Uint32Array {
  const lists = ids.map((id) => store.words.list(id)).sort((a, b) => a.length - b.length);
  const [fewest = new Uint32Array(), ...others] = lists;
  const found: number[] = [];
  for (const posting of fewest) {
    const position = posting >>> 8;
    if (store.numbers.at(position) === 0 || others.some((list) => !hasPosition(list, position))) continue;
    const count = countPhrase(store.wordsAt(position), ids);
    if (count > 0) found.push((position << 8) | count);
  }
  return Uint32Array.from(found);
}

const hasPosition = (postings: Uint32Array, position: number): boolean =>
  (postings[lowerBound(postings, position)] ?? 0) >>> 8 === position;

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
