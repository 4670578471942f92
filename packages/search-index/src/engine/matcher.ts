import type { ItemStore } from "./item-store.ts";
import { lowerBound } from "./phrase.ts";
import type { Alternative, QueryWord } from "./query-words.ts";

/**
 * BM25F. A field's length is normalized where it varies with the seller's diligence: title and attributes.
 */
const k1 = 1.2;
const title = { weight: 2, b: 0.4 };
const brandAndModel = 1.2;
const attributes = { weight: 0.7, b: 0.6 };
const category = 1;

/** Binary search in a list costs less than a scan when there are so many postings per candidate. */
const searchedPerCandidate = 16;

/** Bonus for a word as it stands, in idf of all words. */
const asItStands = 0.25;

/** Added to the score of items that have all words, which come before those with most. */
const allWords = 10_000;

/** Positions that match, in no order, with their scores by position. Both last until the next match. */
export interface Matched {
  positions: Uint32Array;
  scores: Float32Array;
}

/**
 * Finds and scores the items with so many words of a search, a word at a time, in accumulators by position.
 */
export class Matcher {
  readonly #store: ItemStore;
  #candidates = new Uint32Array();
  #scores = new Float32Array();
  /** Weighted counts of the current word. */
  #frequencies = new Float32Array();
  /** Words that a candidate has so far. */
  #found = new Uint8Array();
  readonly #titleWeights = new LengthWeights(title);
  readonly #attributeWeights = new LengthWeights(attributes);

  constructor(store: ItemStore) {
    this.#store = store;
  }

  /** The rarest words come first. Only as long as the words to come suffice do new candidates (ScanCount). */
  match(query: readonly QueryWord[], needed: number): Matched {
    this.#reserve();
    const ordered = query.toSorted((a, b) => a.count - b.count);
    const frequency = this.#frequencyOf();
    const standing = asItStands * query.reduce((sum, { count }) => sum + this.#idf(count), 0);
    let count = 0;
    for (const [index, word] of ordered.entries()) {
      const opening = index <= ordered.length - needed;
      // The first alternative that an item has is the best one.
      for (const { postings, weight } of word.alternatives.toSorted((a, b) => b.weight - a.weight)) {
        const scan = { postings, weight, bonus: weight * standing, frequency };
        count = opening ? this.#scanOpening(scan, count) : this.#update(scan, count);
      }
      const stillNeeded = needed - (ordered.length - 1 - index);
      count = this.#flush({ count, idf: this.#idf(word.count), stillNeeded });
    }
    const positions = this.#candidates.subarray(0, count);
    for (const position of positions) {
      if (this.#found[position] === query.length && needed < query.length) {
        this.#scores[position] = (this.#scores[position] ?? 0) + allWords;
      }
      this.#found[position] = 0;
    }
    return { positions, scores: this.#scores };
  }

  #reserve(): void {
    const { length } = this.#store.numbers;
    if (this.#found.length >= length) return;
    const room = Math.ceil(length * 1.2);
    this.#candidates = new Uint32Array(room);
    this.#scores = new Float32Array(room);
    this.#frequencies = new Float32Array(room);
    this.#found = new Uint8Array(room);
  }

  #scanOpening({ postings, weight, bonus, frequency }: Scan, before: number): number {
    const [frequencies, found, scores, candidates] = [
      this.#frequencies,
      this.#found,
      this.#scores,
      this.#candidates,
    ];
    const numbers = this.#store.numbers.data;
    let count = before;
    for (const posting of postings) {
      const position = posting >>> 8;
      if (frequencies[position] === 0) {
        if (found[position] === 0) {
          if (numbers[position] === 0) continue;
          candidates[count++] = position;
          scores[position] = 0;
        }
        scores[position] = (scores[position] ?? 0) + bonus;
      }
      frequencies[position] = (frequencies[position] ?? 0) + weight * frequency(posting);
    }
    return count;
  }

  /** Counts a word in the candidates alone. */
  #update({ postings, weight, bonus, frequency }: Scan, count: number): number {
    const [frequencies, found, candidates] = [this.#frequencies, this.#found, this.#candidates];
    const scores = this.#scores;
    const add = (posting: number) => {
      const position = posting >>> 8;
      if (frequencies[position] === 0) scores[position] = (scores[position] ?? 0) + bonus;
      frequencies[position] = (frequencies[position] ?? 0) + weight * frequency(posting);
    };
    if (postings.length > count * searchedPerCandidate) {
      for (const position of candidates.subarray(0, count)) {
        const posting = postings[lowerBound(postings, position)] ?? 0;
        if (posting >>> 8 === position) add(posting);
      }
    } else {
      for (const posting of postings) if (found[posting >>> 8] !== 0) add(posting);
    }
    return count;
  }

  /** Scores the word that was counted, and drops candidates that can no longer have enough words. */
  #flush({ count, idf, stillNeeded }: { count: number; idf: number; stillNeeded: number }): number {
    const [frequencies, found, scores, candidates] = [
      this.#frequencies,
      this.#found,
      this.#scores,
      this.#candidates,
    ];
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const position = candidates[index] ?? 0;
      const frequency = frequencies[position] ?? 0;
      if (frequency > 0) {
        scores[position] = (scores[position] ?? 0) + (idf * frequency * (k1 + 1)) / (k1 + frequency);
        frequencies[position] = 0;
        found[position] = (found[position] ?? 0) + 1;
      }
      if ((found[position] ?? 0) >= stillNeeded) candidates[kept++] = position;
      else found[position] = 0;
    }
    return kept;
  }

  /** Inverse document frequency. */
  #idf(count: number): number {
    const { live } = this.#store;
    const items = Math.min(count, live);
    return Math.log(1 + (live - items + 0.5) / (items + 0.5));
  }

  /** The weighted count of a word in an item (BM25F: fields are summed before they saturate). */
  #frequencyOf(): Frequency {
    const { titleLengths, attributeLengths, totals, live } = this.#store;
    const inTitle = this.#titleWeights.of(totals.title / live);
    const inAttributes = this.#attributeWeights.of(totals.attributes / live);
    return (posting) => {
      const position = posting >>> 8;
      return (
        (posting & 3) * (inTitle[titleLengths.data[position] ?? 0] ?? 0) +
        ((posting >> 2) & 3) * brandAndModel +
        ((posting >> 4) & 3) * (inAttributes[attributeLengths.data[position] ?? 0] ?? 0) +
        ((posting >> 6) & 3) * category
      );
    };
  }
}

type Frequency = (posting: number) => number;

interface Scan extends Alternative {
  /**
   * Score of items whose best alternative this is. It grows with all words' idf, so that a word as it stands
   * outweighs a shorter title.
   */
  bonus: number;
  frequency: Frequency;
}

/** The weight of a word by the length of its field, up to 255 words; it changes with the average length. */
class LengthWeights {
  readonly #weights = new Float64Array(256);
  readonly #field: { weight: number; b: number };
  #average = Number.NaN;

  constructor(field: { weight: number; b: number }) {
    this.#field = field;
  }

  of(average: number): Float64Array {
    if (this.#average === average) return this.#weights;
    this.#average = average;
    const { weight, b } = this.#field;
    for (let length = 0; length < 256; length++) {
      this.#weights[length] = weight / (1 - b + (b * length) / Math.max(average, 1));
    }
    return this.#weights;
  }
}
