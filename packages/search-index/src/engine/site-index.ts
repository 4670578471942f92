import type { Found, IndexedItem, IndexQuery, IndexSort } from "../port.ts";
import type { Stemmer } from "./description.ts";
import { ItemStore } from "./item-store.ts";
import { Matcher } from "./matcher.ts";
import { queryWords, type SearchRules, searchWords } from "./query-words.ts";
import { facetsOf, filtered, first, neededKeys, positionsOf, pricesOf, ranksOf } from "./results.ts";

/** Fewer matches of all words are filled up with matches of most. */
const few = 3;

/** Items of the category that the text is about score so much more. */
const predictedBoost = 1.5;

/** Dead positions are left out when there are so many, and a quarter of all. */
const manyDead = 1_000;

export interface SiteRules extends SearchRules, Stemmer {}

interface Matches {
  positions: Uint32Array;
  score(position: number): number;
}

/** The searches of one site. */
export class SiteIndex {
  readonly rules: SiteRules;
  store: ItemStore;
  #matcher: Matcher;

  constructor(rules: SiteRules, store = new ItemStore(rules.stem)) {
    this.rules = rules;
    this.store = store;
    this.#matcher = new Matcher(store);
  }

  put(item: IndexedItem): void {
    this.store.put(item);
  }

  remove(no: number): void {
    this.store.remove(no);
  }

  /** Leaves out dead positions if they are many. Searches go on in the old store meanwhile. */
  async compact(pause: () => Promise<void>): Promise<void> {
    const dead = this.store.numbers.length - this.store.live;
    if (dead < manyDead || dead * 4 < this.store.numbers.length) return;
    this.store = await this.store.compacted(this.rules.stem, pause);
    this.#matcher = new Matcher(this.store);
  }

  search(
    query: IndexQuery,
    { sort, offset, limit }: { sort: IndexSort; offset: number; limit: number },
  ): Found {
    const { positions, score } = this.#matches(query);
    const ranks = ranksOf(this.store, positions, { sort, score });
    return {
      total: positions.length,
      numbers: first(this.store, positions, ranks, offset + limit).slice(offset),
      keys: facetsOf(this.store, positions),
      prices: pricesOf(this.store, positions),
    };
  }

  scan(
    query: IndexQuery,
    { before = Number.POSITIVE_INFINITY, limit }: { before?: number | undefined; limit: number },
  ) {
    const { store } = this;
    const positions = this.#matches(query).positions.filter(
      (position) => store.numbers.at(position) < before,
    );
    return first(store, positions, new Float64Array(positions.length), limit);
  }

  #matches(query: IndexQuery): Matches {
    const keys = neededKeys(this.store, query);
    if (keys === undefined) return { positions: new Uint32Array(), score: () => 0 };
    const { positions, scores } = this.#textMatches(query.text) ?? {
      positions: positionsOf(this.store, keys),
      scores: undefined,
    };
    const predicted = query.predicted === undefined ? undefined : this.store.keys.ids.get(query.predicted);
    const score = (position: number): number => {
      const boosted = predicted !== undefined && this.store.keysAt(position).includes(predicted);
      return (scores?.[position] ?? 0) * (boosted ? predictedBoost : 1);
    };
    // Matches of a text are live.
    if (scores && keys.length === 0 && !query.price) return { positions, score };
    return { positions: filtered(this.store, positions, { keys, price: query.price }), score };
  }

  /**
   * * Filters do not decide whether the matches are filled up: a facet's count holds when it is applied. A
   * text that finds nothing so keeps half of its words; with a number among them it keeps to nothing,
   * because `tv 55` is no search for any television.
   */
  #textMatches(text: string | undefined) {
    if (text === undefined || text.trim() === "") return undefined;
    const asked = searchWords(text, this.rules.stopWords);
    const words = queryWords(asked, this.store, this.rules);
    const match = (needed: number) => this.#matcher.match(words, Math.max(1, needed));
    const all = match(words.length);
    const most = Math.floor(words.length / 2) + 1;
    const filled = all.positions.length < few && most < words.length ? match(most) : all;
    const half = Math.ceil(words.length / 2);
    if (filled.positions.length > 0 || half === words.length || asked.some((word) => /\d/.test(word)))
      return filled;
    return match(half);
  }
}
