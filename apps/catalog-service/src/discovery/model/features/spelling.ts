import { invertedIndex, ownersOf } from "../neighbors/inverted-index.ts";
import { hashWord } from "./feature-hashing.ts";
import { wordsOf } from "./tokens.ts";

/** Bounds the size of a model, and numbers fit 16 bits; the most frequent words are misspelled most often. */
const maxWords = 60_000;
/** Variants per bucket, on average: a lookup compares few, and the index stays small. */
const bucketSize = 4;
/** Shorter words have too many neighbors. */
const shortestWord = 4;
/** A word of four letters may lack one. */
const shortestError = shortestWord - 1;

const isWord = (text: string, shortest: number): boolean => text.length >= shortest && /^\p{L}+$/u.test(text);

/** The words that errors are corrected to, most frequent first. */
export function collectWords(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const title of titles)
    for (const word of new Set(wordsOf(title))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([word]) => isWord(word, shortestWord))
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .slice(0, maxWords)
    .map(([word]) => word);
}

/**
 * Corrects one typing error a word by symmetric letter deletes (SymSpell): two words that are one error apart
 * are equal after at most one letter of each is deleted, so that all candidates are found by few hashes.
 */
export class Spelling {
  readonly #words: readonly string[];
  /** Posting lists: the words that have a variant in bucket b are `owners` from `starts[b]`. */
  readonly #starts: Uint32Array;
  readonly #owners: Uint16Array;
  readonly #shift: number;

  /** `words` are the most frequent first. */
  constructor(words: readonly string[]) {
    this.#words = words;
    // A word has itself and one variant per letter.
    const lengths = Uint8Array.from(words, (word) => Math.min(255, word.length + 1));
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const bits = Math.max(1, Math.ceil(Math.log2(total / bucketSize)));
    this.#shift = 32 - bits;
    const buckets = new Uint32Array(total);
    let count = 0;
    words.forEach((word, number) => {
      for (let variant = 0; variant < (lengths[number] ?? 0); variant++)
        buckets[count++] = this.#bucketOf(word, variant - 1);
    });
    const owners = ownersOf(lengths, total);
    const { starts, entries } = invertedIndex(buckets, 1 << bits);
    this.#starts = starts;
    this.#owners = Uint16Array.from(entries, (entry) => owners[entry] ?? 0);
  }

  /** The most frequent word that is one typing error away, or the word itself. */
  correct(word: string): string {
    if (!isWord(word, shortestError)) return word;
    let best = this.#words.length;
    for (let deleted = -1; deleted < word.length; deleted++) {
      const bucket = this.#bucketOf(word, deleted);
      const end = this.#starts[bucket + 1] ?? 0;
      // The words of a bucket ascend, so that the first one that fits is its most frequent.
      for (let i = this.#starts[bucket] ?? 0; i < end; i++) {
        const candidate = this.#owners[i] ?? 0;
        if (candidate >= best) break;
        if (isOneErrorAway(word, this.#words[candidate] ?? "")) best = candidate;
      }
    }
    return this.#words[best] ?? word;
  }

  /** The bucket of the word without the letter at `deleted`; of the whole word for -1. */
  #bucketOf(word: string, deleted: number): number {
    const variant = deleted < 0 ? word : word.slice(0, deleted) + word.slice(deleted + 1);
    return hashWord(variant) >>> this.#shift;
  }
}

/** Whether one letter is missing, added or replaced, or two neighboring letters have changed places. */
export function isOneErrorAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let endOfA = a.length;
  let endOfB = b.length;
  while (endOfA > start && endOfB > start && a[endOfA - 1] === b[endOfB - 1]) {
    endOfA--;
    endOfB--;
  }
  const different = Math.max(endOfA, endOfB) - start;
  if (different <= 1) return true;
  return different === 2 && a.length === b.length && a[start] === b[start + 1] && a[start + 1] === b[start];
}
