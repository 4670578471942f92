import { stem, wordsOf } from "../features/tokens.ts";
import type { LabelledTitle } from "../features/training-set.ts";
import { isCommon, lengthFactor, neighborCount, rarityOf } from "./bm25.ts";
import { ScoreBoard } from "./top-k.ts";

const defaultCapacity = 5_000;

/** What the overlay says about one category: 0 nothing, 1 recent titles of it are word for word the one asked about. */
export interface OverlayVote {
  categoryId: string;
  strength: number;
}

interface RecentTitle extends LabelledTitle {
  words: Set<string>;
}

/**
 * Recent labeled titles, searchable by BM25 the moment they are added: what sellers listed since the model was
 * trained. Holds the latest `capacity` titles, each with its latest label; each further one takes the place of the oldest.
 */
export class Overlay {
  readonly #capacity: number;
  readonly #titles: RecentTitle[] = [];
  readonly #placeOf = new Map<string, number>();
  readonly #placesByWord = new Map<string, Set<number>>();
  readonly #board: ScoreBoard;
  #nextPlace = 0;
  #wordCount = 0;

  constructor(capacity: number = defaultCapacity) {
    this.#capacity = capacity;
    this.#board = new ScoreBoard(capacity);
  }

  /** Titles held now. */
  get size(): number {
    return this.#titles.length;
  }

  /** Takes a title in; the next vote counts it. A title without words is ignored. */
  add({ title, categoryId }: LabelledTitle): void {
    const words = new Set(wordsOf(title).map(stem));
    if (words.size === 0) return;
    const known = this.#placeOf.get(title);
    const place = known ?? this.#nextPlace;
    if (known === undefined) this.#nextPlace = (place + 1) % this.#capacity;
    this.#forget(place);
    this.#titles[place] = { title, categoryId, words };
    this.#placeOf.set(title, place);
    this.#wordCount += words.size;
    for (const word of words) {
      const places = this.#placesByWord.get(word);
      if (places === undefined) this.#placesByWord.set(word, new Set([place]));
      else places.add(place);
    }
  }

  /**
   * The categories of the nearest recent titles, or undefined when no word of the title is in any of them. A category's
   * strength is its share of the neighbors' votes times how close the closest of all neighbors is.
   */
  votes(title: string): OverlayVote[] | undefined {
    const words = new Set(wordsOf(title).map(stem));
    if (!words.values().some((word) => this.#placesByWord.has(word))) return undefined;
    const bestPossible = this.#scoreTitles(words);
    const best = this.#board.takeBest(neighborCount);
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

  /** Fills the board and returns the score of a title made of exactly these words. */
  #scoreTitles(words: Set<string>): number {
    const averageLength = this.#wordCount / this.#titles.length;
    let bestPossible = 0;
    for (const word of words) {
      const places = this.#placesByWord.get(word);
      if (isCommon(places?.size ?? 0, this.#titles.length)) continue;
      const rarity = rarityOf(places?.size ?? 0, this.#titles.length);
      bestPossible += rarity * lengthFactor(words.size / averageLength);
      for (const place of places ?? []) {
        const length = this.#titles[place]?.words.size ?? 0;
        this.#board.add(place, rarity * lengthFactor(length / averageLength));
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
