import { TfIdfVectorizer } from "../features/tf-idf.ts";
import type { TrainingSet } from "../features/training-set.ts";
import type { Vocabulary } from "../features/vocabulary.ts";
import { idfOf, isCommon, lengthFactor, neighborsPerTitle } from "./bm25.ts";
import { invertedIndex, ownersOf } from "./inverted-index.ts";
import { addVotesOf, ScoreAccumulator } from "./top-k.ts";

/** A vote is the score relative to the best, to this power, so that near titles dominate. */
const votePower = 5;

/** The words of training titles: title i has the next `lengths[i]` feature numbers in `words`. */
export interface NeighborTitles {
  labels: Uint16Array;
  lengths: Uint8Array;
  words: Uint32Array;
}

const maxTitles = 50_000;

/** Collects the words of the titles, or of an even sample of 50 000. */
export function collectNeighbors(set: TrainingSet, vocabulary: Vocabulary): NeighborTitles {
  const vectorizer = new TfIdfVectorizer(vocabulary);
  const step = Math.max(1, Math.ceil(set.titles.length / maxTitles));
  const labels: number[] = [];
  const lengths: number[] = [];
  const words: number[] = [];
  for (let i = 0; i < set.titles.length; i += step) {
    vectorizer.vectorize(set.titles[i] ?? "");
    const length = Math.min(vectorizer.wordCount, 255);
    labels.push(set.labels[i] ?? 0);
    lengths.push(length);
    for (let j = 0; j < length; j++) words.push(vectorizer.wordIds[j] ?? 0);
  }
  return {
    labels: Uint16Array.from(labels),
    lengths: Uint8Array.from(lengths),
    words: Uint32Array.from(words),
  };
}

/** k-nearest-neighbors classifier: the training titles nearest by BM25 vote for their categories. */
export class NeighborIndex {
  readonly #labels: Uint16Array;
  /** Posting lists: the titles of a word are `postings` from `starts[word]` to `starts[word + 1]`. */
  readonly #starts: Uint32Array;
  readonly #postings: Uint32Array;
  readonly #lengthFactors: Float32Array;
  readonly #accumulator: ScoreAccumulator;

  constructor(titles: NeighborTitles, featureCount: number) {
    const count = titles.labels.length;
    const averageLength = titles.words.length / count || 1;
    this.#labels = titles.labels;
    const owners = ownersOf(titles.lengths, titles.words.length);
    const { starts, entries } = invertedIndex(titles.words, featureCount);
    this.#starts = starts;
    this.#postings = entries.map((entry) => owners[entry] ?? 0);
    this.#lengthFactors = Float32Array.from(titles.lengths, (length) => lengthFactor(length / averageLength));
    this.#accumulator = new ScoreAccumulator(count);
  }

  /** Adds the neighbors' votes, `weight` in total, to the scores by category number. */
  addVotes(words: Uint32Array, weight: number, scores: Float64Array): void {
    this.#scoreTitles(words);
    addVotesOf(
      this.#accumulator.takeTop(neighborsPerTitle),
      this.#labels,
      { weight, power: votePower },
      scores,
    );
  }

  #scoreTitles(words: Uint32Array): void {
    const count = this.#labels.length;
    for (const word of words) {
      const start = this.#starts[word] ?? 0;
      const end = this.#starts[word + 1] ?? 0;
      if (isCommon(end - start, count)) continue;
      const idf = idfOf(end - start, count);
      for (let i = start; i < end; i++) {
        const title = this.#postings[i] ?? 0;
        this.#accumulator.add(title, idf * (this.#lengthFactors[title] ?? 0));
      }
    }
  }
}
