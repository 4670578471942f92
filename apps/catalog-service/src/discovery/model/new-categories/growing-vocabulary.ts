import { extractFeatures, FeatureList, hashWord } from "../features/feature-hashing.ts";
import { stem, wordsOf } from "../features/tokens.ts";
import type { FeatureNumbers, Vocabulary } from "../features/vocabulary.ts";

/** Enough for the first thousand titles of new categories, beyond which a training is due. */
const maxAdded = 60_000;

/**
 * A model's vocabulary, and after it the features of new categories' titles: their own words, by which they
 * are known best, are often in no title that the model was trained from.
 */
export class GrowingVocabulary implements FeatureNumbers {
  readonly featureCount: number;
  readonly #known: Vocabulary;
  readonly #added = new Map<number, number>();
  readonly #features = new FeatureList();
  /** What is not in training is as rare as the rarest feature that is. */
  readonly #rarest: number;

  constructor(known: Vocabulary) {
    this.#known = known;
    this.featureCount = known.featureCount + maxAdded;
    this.#rarest = known.largestIdf();
  }

  /** Gives the title's unknown features a number. */
  learn(title: string): void {
    extractFeatures(wordsOf(title), this.#features);
    for (const hash of this.#features.hashes.subarray(0, this.#features.size)) {
      if (this.#added.size >= maxAdded) return;
      if (this.find(hash) < 0) this.#added.set(hash | 0, this.#known.featureCount + this.#added.size);
    }
  }

  find(hash: number): number {
    const known = this.#known.find(hash);
    return known >= 0 ? known : (this.#added.get(hash | 0) ?? -1);
  }

  hasWord(word: string): boolean {
    return this.find(hashWord(stem(word))) >= 0;
  }

  idfOf(feature: number): number {
    return feature < this.#known.featureCount ? this.#known.idfOf(feature) : this.#rarest;
  }
}
