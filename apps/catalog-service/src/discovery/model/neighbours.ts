import type { TrainingSet } from "./training-set.ts";
import { Vectorizer } from "./vectorizer.ts";
import type { Vocabulary } from "./vocabulary.ts";

const neighbourCount = 8;
/** Near titles count much more than far ones: a vote is the score relative to the best, cubed. */
const votePower = 3;
/** BM25's usual constants; a title is short, so repeats of a word within it are not counted. */
const saturation = 1.2;
const lengthWeight = 0.75;
/** A word in more titles than this share says little and would cost most of the time. */
const commonShare = 0.05;
const alwaysRare = 200;

/** The words of the training titles: title i has `lengths[i]` feature numbers in `words`, one after the other. */
export interface NeighbourTitles {
  labels: Uint16Array;
  lengths: Uint8Array;
  words: Uint32Array;
}

/** Takes down the words of every title (of an even sample of them, above `maxTitles`). */
export function collectNeighbours(
  set: TrainingSet,
  vocabulary: Vocabulary,
  maxTitles = 50_000,
): NeighbourTitles {
  const vectorizer = new Vectorizer(vocabulary);
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

/** Finds the training titles nearest to a title by BM25 and lets them vote for their categories. */
export class NeighbourIndex {
  readonly #titles: NeighbourTitles;
  /** Titles that hold a word: from `starts[word]` to `starts[word + 1]` in `postings`. */
  readonly #starts: Uint32Array;
  readonly #postings: Uint32Array;
  readonly #lengthFactors: Float32Array;
  /** Scores of the current query by title; all zero between calls. */
  readonly #scores: Float32Array;
  readonly #touched: Uint32Array;

  constructor(titles: NeighbourTitles, featureCount: number) {
    const count = titles.labels.length;
    this.#titles = titles;
    this.#starts = postingStarts(titles.words, featureCount);
    this.#postings = fillPostings(titles, this.#starts);
    const averageLength = titles.words.length / Math.max(1, count);
    this.#lengthFactors = Float32Array.from(titles.lengths, (length) => {
      const relative = averageLength === 0 ? 1 : length / averageLength;
      return (1 + saturation) / (1 + saturation * (1 - lengthWeight + lengthWeight * relative));
    });
    this.#scores = new Float32Array(count);
    this.#touched = new Uint32Array(count);
  }

  /** Adds the neighbours' votes, `weight` in all, to the scores by category number. */
  addVotes(words: Uint32Array, weight: number, scores: Float64Array): void {
    const { best, bestScores } = this.#nearest(words);
    const top = bestScores[0] ?? 0;
    if (top === 0) return;
    const votes = bestScores.map((score) => (score / top) ** votePower);
    const total = votes.reduce((sum, vote) => sum + vote, 0);
    votes.forEach((vote, i) => {
      const label = this.#titles.labels[best[i] ?? 0] ?? 0;
      scores[label] = (scores[label] ?? 0) + (weight * vote) / total;
    });
  }

  /** The best few titles, best first, with their scores; leaves the scratch arrays clean. */
  #nearest(words: Uint32Array): { best: number[]; bestScores: number[] } {
    const touchedCount = this.#scoreTitles(words);
    const best: number[] = [];
    const bestScores: number[] = [];
    for (let i = 0; i < touchedCount; i++) {
      const title = this.#touched[i] ?? 0;
      const score = this.#scores[title] ?? 0;
      this.#scores[title] = 0;
      if (best.length === neighbourCount && score <= (bestScores[neighbourCount - 1] ?? 0)) continue;
      if (best.length === neighbourCount) {
        best.pop();
        bestScores.pop();
      }
      let place = best.length;
      while (place > 0 && (bestScores[place - 1] ?? 0) < score) place--;
      best.splice(place, 0, title);
      bestScores.splice(place, 0, score);
    }
    return { best, bestScores };
  }

  #scoreTitles(words: Uint32Array): number {
    const count = this.#titles.labels.length;
    const commonCount = Math.max(alwaysRare, commonShare * count);
    let touchedCount = 0;
    for (const word of words) {
      const start = this.#starts[word] ?? 0;
      const end = this.#starts[word + 1] ?? 0;
      if (end - start > commonCount) continue;
      const idf = Math.log(1 + (count - (end - start) + 0.5) / (end - start + 0.5));
      for (let i = start; i < end; i++) {
        const title = this.#postings[i] ?? 0;
        const score = this.#scores[title] ?? 0;
        if (score === 0) this.#touched[touchedCount++] = title;
        this.#scores[title] = score + idf * (this.#lengthFactors[title] ?? 0);
      }
    }
    return touchedCount;
  }
}

function postingStarts(words: Uint32Array, featureCount: number): Uint32Array {
  const starts = new Uint32Array(featureCount + 1);
  for (const word of words) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
  return starts;
}

function fillPostings({ lengths, words }: NeighbourTitles, starts: Uint32Array): Uint32Array {
  const postings = new Uint32Array(words.length);
  const next = starts.slice();
  let position = 0;
  lengths.forEach((length, title) => {
    for (const word of words.subarray(position, position + length)) {
      const place = next[word] ?? 0;
      next[word] = place + 1;
      postings[place] = title;
    }
    position += length;
  });
  return postings;
}
