import { extractFeatures, FeatureList, Field, hashWord } from "./feature-hashing.ts";
import { stem, wordsOf } from "./tokens.ts";

/** Bounds the size of a model: beyond it the rarest features are dropped, but never words. */
const maxFeatureCount = 250_000;

/** Fixed-point scale of the square root of the idf: 16 bits hold values up to 16. */
const idfSteps = 4096;

/** Hashes per bucket, on average: a lookup compares few, and the index stays smaller than the hashes. */
const bucketSize = 4;

/** How features are found and weighted, as a `TfIdfVectorizer` needs it. */
export interface FeatureNumbers {
  /** Above the highest feature number. */
  readonly featureCount: number;
  /** The feature's number, or -1 when it is unknown. */
  find(hash: number): number;
  hasWord(word: string): boolean;
  /** The square root of the feature's inverse document frequency. */
  idfOf(feature: number): number;
}

/**
 * The known features as sorted 32-bit hashes (a feature's number is its index), each with its idf weight.
 * Two features may share a hash and then their weights: about 7 pairs among 250,000 features.
 */
export class Vocabulary implements FeatureNumbers {
  readonly hashes: Uint32Array;
  readonly idfWeights: Uint16Array;
  /** Bucket index by the high bits of the hash. */
  readonly #buckets: Uint32Array;
  readonly #shift: number;

  constructor(hashes: Uint32Array, idfWeights: Uint16Array) {
    this.hashes = hashes;
    this.idfWeights = idfWeights;
    const bits = Math.max(1, Math.ceil(Math.log2(hashes.length / bucketSize)));
    this.#shift = 32 - bits;
    this.#buckets = new Uint32Array((1 << bits) + 1);
    for (const hash of hashes) {
      const bucket = (hash >>> this.#shift) + 1;
      this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    }
    for (let i = 1; i < this.#buckets.length; i++) {
      this.#buckets[i] = (this.#buckets[i] ?? 0) + (this.#buckets[i - 1] ?? 0);
    }
  }

  get featureCount(): number {
    return this.hashes.length;
  }

  find(hash: number): number {
    const bucket = hash >>> this.#shift;
    const end = this.#buckets[bucket + 1] ?? 0;
    for (let i = this.#buckets[bucket] ?? 0; i < end; i++) if (this.hashes[i] === hash) return i;
    return -1;
  }

  hasWord(word: string): boolean {
    return this.find(hashWord(stem(word))) >= 0;
  }

  /** From 1 (in every title) to about 4. */
  idfOf(feature: number): number {
    return (this.idfWeights[feature] ?? 0) / idfSteps;
  }

  /** The weight of the rarest features. */
  largestIdf(): number {
    return this.idfWeights.reduce((largest, weight) => Math.max(largest, weight), 0) / idfSteps;
  }
}

/** Builds the vocabulary of all words, and of other features in enough titles (at least two for n-grams). */
export function buildVocabulary(titles: readonly string[]): Vocabulary {
  const counts = countTitles(titles);
  const threshold = thresholdFor(counts);
  const kept = counts.filter(({ field, titleCount }) => titleCount >= minimumFor(field, threshold));
  kept.sort((a, b) => a.hash - b.hash);
  const hashes = Uint32Array.from(kept, ({ hash }) => hash);
  const idfWeights = Uint16Array.from(kept, ({ titleCount }) =>
    Math.round(idfSteps * Math.sqrt(1 + Math.log((1 + titles.length) / (1 + titleCount)))),
  );
  return new Vocabulary(hashes, idfWeights);
}

interface FeatureCount {
  hash: number;
  field: number;
  titleCount: number;
  lastTitle: number;
}

function countTitles(titles: readonly string[]): FeatureCount[] {
  const counts = new Map<number, FeatureCount>();
  const features = new FeatureList();
  titles.forEach((title, titleNumber) => {
    extractFeatures(wordsOf(title), features);
    for (let i = 0; i < features.size; i++) {
      const hash = features.hashes[i] ?? 0;
      // A signed key stays a small integer in V8, which makes the map several times faster.
      const count = counts.get(hash | 0);
      if (count === undefined) {
        const field = features.fields[i] ?? 0;
        counts.set(hash | 0, { hash, field, titleCount: 1, lastTitle: titleNumber });
      } else if (count.lastTitle !== titleNumber) {
        count.titleCount++;
        count.lastTitle = titleNumber;
      }
    }
  });
  return [...counts.values()];
}

/** Every word is kept: neighbors are found by words, and a word that is not known is corrected. */
function minimumFor(field: number, threshold: number): number {
  if (field === Field.word) return 1;
  return field === Field.pair || field === Field.chars || field === Field.leadChars
    ? Math.max(2, threshold)
    : threshold;
}

/** The lowest document frequency that keeps the vocabulary within its limit, as far as words allow. */
function thresholdFor(counts: readonly FeatureCount[]): number {
  for (let threshold = 1; ; threshold++) {
    const size = counts.reduce(
      (sum, { field, titleCount }) => sum + (titleCount >= minimumFor(field, threshold) ? 1 : 0),
      0,
    );
    const onlyWords = counts.every(
      ({ field, titleCount }) => field === Field.word || titleCount < minimumFor(field, threshold),
    );
    if (size <= maxFeatureCount || onlyWords) return threshold;
  }
}
