import { stem, wordsOf } from "../features/tokens.ts";
import type { LabeledTitle } from "../features/training-set.ts";
import { idfOf, isCommon, lengthFactor, neighborsPerTitle } from "./bm25.ts";
import { ScoreAccumulator } from "./top-k.ts";

/** How many recent titles count beside a model. */
export const recentTitlesCapacity = 5_000;

/** A category's share of the evidence; 1 when recent titles of it alone have exactly the title's words. */
interface RecentVote {
  categoryId: string;
  strength: number;
}

interface RecentTitle extends LabeledTitle {
  words: Set<string>;
}

/**
 * Ring buffer of recent labeled titles with a BM25 index, so that a title counts as soon as it is added,
 * before the next training. The oldest title makes room; a title labeled again keeps its place.
 */
export class RecentTitles {
  readonly #capacity: number;
  readonly #titles: RecentTitle[] = [];
  readonly #placeOf = new Map<string, number>();
  readonly #placesByWord = new Map<string, Set<number>>();
  readonly #accumulator: ScoreAccumulator;
  #nextPlace = 0;
  #wordCount = 0;

  constructor(capacity = recentTitlesCapacity) {
    this.#capacity = capacity;
    this.#accumulator = new ScoreAccumulator(capacity);
  }

  get size(): number {
    return this.#titles.length;
  }

  /** Adds a title; the next vote counts it. A title without words is ignored. */
  add({ title, categoryId }: LabeledTitle): void {
    const words = new Set(wordsOf(title).map(stem));
    if (words.size === 0) return;
    const known = this.#placeOf.get(title);
    const place = known ?? this.#nextPlace;
    if (known === undefined) this.#nextPlace = (place + 1) % this.#capacity;
    this.#forget(place);
    this.#titles[place] = { title, categoryId, words };
    this.#placeOf.set(title, place);
    this.#wordCount += words.size;
    for (const word of words)
      this.#placesByWord.set(word, (this.#placesByWord.get(word) ?? new Set()).add(place));
  }

  /**
   * Votes of the nearest recent titles, or undefined when no word of the title is in any of them. A
   * category's strength is its share of the votes times the closeness of the nearest title.
   */
  votes(title: string): RecentVote[] | undefined {
    if (this.size === 0) return undefined;
    const words = new Set(wordsOf(title).map(stem));
    if (!words.values().some((word) => this.#placesByWord.has(word))) return undefined;
    const bestPossible = this.#scoreTitles(words);
    const best = this.#accumulator.takeTop(neighborsPerTitle);
    const closeness = best.map(({ score }) => Math.min(1, score / bestPossible) ** 3);
    const total = closeness.reduce((sum, value) => sum + value, 0);
    const strengths = new Map<string, number>();
    best.forEach((neighbor, i) => {
      const categoryId = this.#titles[neighbor.title]?.categoryId ?? "";
      const strength = ((closeness[i] ?? 0) / total) * (closeness[0] ?? 0);
      strengths.set(categoryId, (strengths.get(categoryId) ?? 0) + strength);
    });
    return [...strengths].map(([categoryId, strength]) => ({ categoryId, strength }));
  }

  /** Scores the recent titles and returns the score of a title with exactly these words. */
  #scoreTitles(words: Set<string>): number {
    const averageLength = this.#wordCount / this.#titles.length;
    let bestPossible = 0;
    for (const word of words) {
      const places = this.#placesByWord.get(word);
      if (isCommon(places?.size ?? 0, this.#titles.length)) continue;
      const idf = idfOf(places?.size ?? 0, this.#titles.length);
      bestPossible += idf * lengthFactor(words.size / averageLength);
      for (const place of places ?? []) {
        const length = this.#titles[place]?.words.size ?? 0;
        this.#accumulator.add(place, idf * lengthFactor(length / averageLength));
      }
    }
    return bestPossible;
  }

  #forget(place: number): void {
    const forgotten = this.#titles[place];
    if (!forgotten) return;
    const { title, words } = forgotten;
    this.#placeOf.delete(title);
    this.#wordCount -= words.size;
    for (const word of words) {
      const places = this.#placesByWord.get(word);
      places?.delete(place);
      if (places?.size === 0) this.#placesByWord.delete(word);
    }
  }
}
