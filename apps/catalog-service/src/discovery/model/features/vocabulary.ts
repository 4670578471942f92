import { extractFeatures, FeatureList, Field } from "./feature-hashing.ts";

/** Above this many features the rarest are left out, so that a million titles still give a model of bounded size. */
const maxFeatureCount = 250_000;

/** Steps of the stored rarity: 16 bits hold up to 16 with room to spare. */
const raritySteps = 4096;

const bucketBits = 16;

/**
 * The features a model knows: 32-bit hashes in ascending order (a feature's number is its position), each with its
 * rarity in 1/4096. No strings are kept; two features of a site share a hash once in thousands
 * of models, and then share their weights.
 */
export class Vocabulary {
  readonly hashes: Uint32Array;
  readonly rarities: Uint16Array;
  /** First position of each run of hashes with the same high bits, so that a look-up compares a few neighbors. */
  readonly #buckets: Uint32Array;

  constructor(hashes: Uint32Array, rarities: Uint16Array) {
    this.hashes = hashes;
    this.rarities = rarities;
    this.#buckets = new Uint32Array((1 << bucketBits) + 1);
    for (const hash of hashes) {
      const bucket = (hash >>> (32 - bucketBits)) + 1;
      this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    }
    for (let i = 1; i < this.#buckets.length; i++) {
      this.#buckets[i] = (this.#buckets[i] ?? 0) + (this.#buckets[i - 1] ?? 0);
    }
  }

  /** The feature's number, or -1 when training never saw it (or left it out as too rare). */
  find(hash: number): number {
    const bucket = hash >>> (32 - bucketBits);
    const end = this.#buckets[bucket + 1] ?? 0;
    for (let i = this.#buckets[bucket] ?? 0; i < end; i++) if (this.hashes[i] === hash) return i;
    return -1;
  }

  /** The square root of a feature's inverse document frequency, 1 (in every title) to about 4. */
  rarityOf(feature: number): number {
    return (this.rarities[feature] ?? 0) / raritySteps;
  }
}

/**
 * Counts the features of the titles and keeps every word and every other feature seen often enough to be worth its
 * place: pieces and pairs of words at least twice.
 */
export function buildVocabulary(titles: readonly string[]): Vocabulary {
  const counts = countTitles(titles);
  const threshold = thresholdFor(counts);
  const kept = counts.filter(({ field, titleCount }) => titleCount >= minimumFor(field, threshold));
  kept.sort((a, b) => a.hash - b.hash);
  const hashes = Uint32Array.from(kept, ({ hash }) => hash);
  const rarities = Uint16Array.from(kept, ({ titleCount }) =>
    Math.round(raritySteps * Math.sqrt(1 + Math.log((1 + titles.length) / (1 + titleCount)))),
  );
  return new Vocabulary(hashes, rarities);
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
    extractFeatures(title, features);
    for (let i = 0; i < features.size; i++) {
      const hash = features.hashes[i] ?? 0;
      // As a signed integer the key stays a small integer to the engine, which makes the map several times faster.
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

/** Words always stay: they decide whether a title has a known word at all. */
function minimumFor(field: number, threshold: number): number {
  if (field === Field.word) return 1;
  return field === Field.pair || field === Field.chars || field === Field.leadChars
    ? Math.max(2, threshold)
    : threshold;
}

/** The lowest number of titles a feature must be in for the vocabulary to stay within its limit. */
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
