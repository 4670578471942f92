import type { ItemStore } from "./item-store.ts";
import { pageOf } from "./page.ts";
import type { QueryWord } from "./query-words.ts";
import { scoresOf } from "./scores.ts";
import { eachCommon, kept, union } from "./sorted-lists.ts";

/** A search whose words all are in so many items is about a kind of item, any other about certain items. */
export const manyItems = 10;

/** Matches after filling up. */
export const filledUpTo = 20;

/** Postings of a word among which the best are looked for. */
const maxCandidates = 5_000;

/** How a search is filled up. */
interface FillUp {
  /** Matches below which it is. */
  below: number;
  /** Words that items need, unless none have as many. */
  words: number;
}

/**
 * Certain items are filled up below three matches, with items that have most words. A kind of item is filled
 * up below ten, with any of its words: an office chair is also found among chairs.
 */
export const fillUpOf = (counts: readonly number[]): FillUp =>
  counts.every((count) => count >= manyItems)
    ? { below: manyItems, words: 1 }
    : { below: 3, words: Math.floor(counts.length / 2) + 1 };

/** Matches that are enough not to look for items with so few words. */
export const enoughMatches = ({ below, words }: FillUp, needed: number): number =>
  needed < words ? 1 : below;

/** Positions of the live items that match a text, ascending. */
export function positionsOf(store: ItemStore, query: readonly QueryWord[]): Uint32Array {
  const rarestFirst = query.toSorted((a, b) => a.count - b.count);
  const fillUp = fillUpOf(query.map(({ count }) => count));
  let matches = withAll(store, rarestFirst);
  // As long as one word is known, something is found.
  for (let needed = query.length - 1; needed > 0; needed--) {
    if (matches.length >= enoughMatches(fillUp, needed)) break;
    matches = filledUp(store, rarestFirst, needed);
  }
  return matches;
}

function withAll(store: ItemStore, [rarest, ...others]: readonly QueryWord[]): Uint32Array {
  const positions = rarest ? positionsWith(rarest) : new Uint32Array();
  return store.liveOf(others.reduce(withWord, positions));
}

const positionsWith = ({ alternatives }: QueryWord): Uint32Array =>
  union(alternatives.map(({ postings }) => postings));

/** The positions that have a word. */
function withWord(positions: Uint32Array, word: QueryWord): Uint32Array {
  const has = hasWord(positions, word);
  return kept(positions, (_, at) => has[at] === 1);
}

/** Whether positions have a word: 1 or 0. */
function hasWord(positions: Uint32Array, { alternatives }: QueryWord): Uint8Array {
  const has = new Uint8Array(positions.length);
  for (const { postings } of alternatives) {
    eachCommon(positions, postings, (at) => {
      has[at] = 1;
    });
  }
  return has;
}

/**
 * The best matches of so many words. All of them have one of the rarest words, all but `needed - 1`. These
 * score most: when the first have enough items, the others need not be read.
 */
function filledUp(store: ItemStore, rarestFirst: readonly QueryWord[], needed: number): Uint32Array {
  let some: Uint32Array = new Uint32Array();
  const lists: Uint32Array[] = [];
  for (const { alternatives } of rarestFirst.slice(0, rarestFirst.length - needed + 1)) {
    if (some.length >= filledUpTo) break;
    lists.push(...alternatives.map(({ postings }) => sampleOf(postings)));
    some = withMost(store.liveOf(union(lists)), rarestFirst, needed);
  }
  const scores = scoresOf(store, some, { words: rarestFirst, predicted: undefined });
  return pageOf(store, some, scores, { offset: 0, limit: filledUpTo }).sort();
}

/** Every n-th posting of a long list: the best twenty of so many items hardly differ from others. */
function sampleOf(postings: Uint32Array): Uint32Array {
  const step = Math.ceil(postings.length / maxCandidates);
  return step < 2
    ? postings
    : Uint32Array.from({ length: Math.floor(postings.length / step) }, (_, at) => postings[at * step] ?? 0);
}

/** The positions that have so many words (ScanCount). */
function withMost(positions: Uint32Array, query: readonly QueryWord[], needed: number): Uint32Array {
  if (needed === 1) return positions;
  const counts = new Uint8Array(positions.length);
  for (const word of query) {
    const last = hasWord(positions, word);
    for (let at = 0; at < positions.length; at++) counts[at] = (counts[at] ?? 0) + (last[at] ?? 0);
  }
  return kept(positions, (_, at) => (counts[at] ?? 0) >= needed);
}
