import { fieldWeights, k1, lengthNormalization } from "../bm25f.ts";
import type { ItemStore } from "./item-store.ts";
import type { QueryWord } from "./query-words.ts";
import { eachCommon } from "./sorted-lists.ts";

/** Bonus for a word as it stands, in idf of all words. */
const asItStands = 0.8;

/** Added to the score of items that have all words, which come before those with most. */
const allWords = 10_000;

/** Items of the category that the text is about score so much more. */
const predictedBoost = 1.5;

/** The scores of positions, which ascend, for the words of a search: a word at a time. */
export function scoresOf(
  store: ItemStore,
  positions: Uint32Array,
  { words, predicted }: { words: readonly QueryWord[]; predicted: string | undefined },
): Float32Array {
  const scores = new Float32Array(positions.length);
  /** Weighted counts of the current word: fields are summed before they saturate. */
  const frequencies = new Float32Array(positions.length);
  /** Words that an item has. */
  const found = new Uint8Array(positions.length);
  const frequencyOf = weightedCounts(store);
  const idfs = words.map(({ count }) => idf(count, store.live));
  // It grows with all words' idf, so that a word as it stands outweighs a shorter title.
  const standing = asItStands * idfs.reduce((sum, each) => sum + each, 0);
  for (const [index, { alternatives }] of words.entries()) {
    // The first alternative that an item has is the best one.
    for (const { postings, weight } of alternatives.toSorted((a, b) => b.weight - a.weight)) {
      eachCommon(positions, postings, (at, posting) => {
        if (frequencies[at] === 0) scores[at] = (scores[at] ?? 0) + weight * standing;
        frequencies[at] = (frequencies[at] ?? 0) + weight * frequencyOf(posting);
      });
    }
    const most = (idfs[index] ?? 0) * (k1 + 1);
    for (let at = 0; at < positions.length; at++) {
      const frequency = frequencies[at] ?? 0;
      if (frequency === 0) continue;
      scores[at] = (scores[at] ?? 0) + (most * frequency) / (k1 + frequency);
      frequencies[at] = 0;
      found[at] = (found[at] ?? 0) + 1;
    }
  }
  if (found.some((count) => count < words.length)) {
    for (const [at, count] of found.entries()) {
      if (count === words.length) scores[at] = (scores[at] ?? 0) + allWords;
    }
  }
  const category = predicted === undefined ? undefined : store.keys.ids.get(predicted);
  if (category !== undefined) {
    eachCommon(positions, store.keys.list(category), (at) => {
      scores[at] = (scores[at] ?? 0) * predictedBoost;
    });
  }
  return scores;
}

/** Inverse document frequency. */
function idf(count: number, live: number): number {
  const items = Math.min(count, live);
  return Math.log(1 + (live - items + 0.5) / (items + 0.5));
}

/** Weights the counts of a word in an item by fields and their lengths. */
function weightedCounts({ lengths, totals, live }: ItemStore): (posting: number) => number {
  const inTitle = lengthWeights("title", totals.title / live);
  const inAttributes = lengthWeights("attributes", totals.attributes / live);
  const { brandAndModel, category } = fieldWeights;
  const { data } = lengths;
  return (posting) => {
    const length = data[posting >>> 8] ?? 0;
    return (
      (posting & 3) * (inTitle[length & 0xff] ?? 0) +
      ((posting >> 2) & 3) * brandAndModel +
      ((posting >> 4) & 3) * (inAttributes[length >> 8] ?? 0) +
      ((posting >> 6) & 3) * category
    );
  };
}

/** The weight of a word by the length of its field, up to 255 words. */
function lengthWeights(field: keyof typeof lengthNormalization, average: number): Float64Array {
  const weight = fieldWeights[field];
  const b = lengthNormalization[field];
  return new Float64Array(256).map((_, length) => weight / (1 - b + (b * length) / Math.max(average, 1)));
}
