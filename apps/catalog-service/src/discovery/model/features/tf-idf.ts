import { extractFeatures, FeatureList, Field, groupOfField, groupWeights } from "./feature-hashing.ts";
import type { Spelling } from "./spelling.ts";
import { wordsOf } from "./tokens.ts";
import type { FeatureNumbers } from "./vocabulary.ts";

/**
 * TF-IDF vectorizer: (1 + ln count) x the square root of the idf, each group of fields scaled to its weight.
 * It holds one vector at a time; the next call overwrites it.
 */
export class TfIdfVectorizer<Features extends FeatureNumbers = FeatureNumbers> {
  /** Feature numbers of the current title, `size` of them, distinct. */
  readonly ids: Uint32Array;
  readonly values: Float32Array;
  size = 0;
  /** Feature numbers of the title's known words, `wordCount` of them, distinct. */
  readonly wordIds: Uint32Array;
  wordCount = 0;
  readonly vocabulary: Features;
  readonly spelling: Spelling | undefined;
  readonly #features = new FeatureList();
  readonly #groups: Uint8Array;
  /** Count of each feature in the current title; all zero between calls. */
  readonly #counts: Uint16Array;

  /** With a spelling, words that are not in the vocabulary are corrected first. */
  constructor(vocabulary: Features, spelling?: Spelling) {
    this.vocabulary = vocabulary;
    this.spelling = spelling;
    const capacity = this.#features.hashes.length;
    this.ids = new Uint32Array(capacity);
    this.values = new Float32Array(capacity);
    this.wordIds = new Uint32Array(capacity);
    this.#groups = new Uint8Array(capacity);
    this.#counts = new Uint16Array(vocabulary.featureCount);
  }

  get featureCount(): number {
    return this.vocabulary.featureCount;
  }

  vectorize(title: string): void {
    extractFeatures(this.#knownWordsOf(title), this.#features);
    this.#collect();
    const squares = new Float64Array(groupWeights.length);
    for (let i = 0; i < this.size; i++) {
      const id = this.ids[i] ?? 0;
      const count = this.#counts[id] ?? 0;
      this.#counts[id] = 0;
      const value = (count === 1 ? 1 : 1 + Math.log(count)) * this.vocabulary.idfOf(id);
      const group = this.#groups[i] ?? 0;
      this.values[i] = value;
      squares[group] = (squares[group] ?? 0) + value * value;
    }
    for (let i = 0; i < this.size; i++) {
      const group = this.#groups[i] ?? 0;
      this.values[i] = ((this.values[i] ?? 0) * (groupWeights[group] ?? 0)) / Math.sqrt(squares[group] ?? 1);
    }
  }

  #knownWordsOf(title: string): string[] {
    const words = wordsOf(title);
    const { spelling } = this;
    if (!spelling) return words;
    return words.map((word) => (this.vocabulary.hasWord(word) ? word : spelling.correct(word)));
  }

  /** Counts the known features of the title, each listed once. */
  #collect(): void {
    this.size = 0;
    this.wordCount = 0;
    const { hashes, fields, size } = this.#features;
    for (let i = 0; i < size; i++) {
      const id = this.vocabulary.find(hashes[i] ?? 0);
      if (id < 0) continue;
      const count = this.#counts[id] ?? 0;
      this.#counts[id] = count + 1;
      if (count > 0) continue;
      const field = fields[i] ?? 0;
      if (field === Field.word) this.wordIds[this.wordCount++] = id;
      this.ids[this.size] = id;
      this.#groups[this.size] = groupOfField[field] ?? 0;
      this.size++;
    }
  }
}
