import type { Found, IndexedItem, IndexQuery, IndexSort } from "../port.ts";
import { copyOf, type Stemmer } from "./description.ts";
import { ItemStore } from "./item-store.ts";
import { positionsOf } from "./matches.ts";
import { type QueryWord, queryWords, type SearchRules, searchWords } from "./query-words.ts";
import {
  facetsOf,
  first,
  neededKeys,
  positionsWithKeys,
  pricedFrom,
  priceRanks,
  pricesOf,
  withKeys,
} from "./results.ts";
import { scoresOf } from "./scores.ts";

/** Fewer positions are not worth a copy of the site. */
const manyPositions = 1_000;

export interface SiteRules extends SearchRules, Stemmer {}

/** The words of the text that is searched, and the positions of the matches, ascending. */
interface Matches {
  words: readonly QueryWord[];
  positions: Uint32Array;
}

/** The searches of one site. */
export class SiteIndex {
  readonly rules: SiteRules;
  store: ItemStore;

  constructor(rules: SiteRules, store = new ItemStore(rules.stem)) {
    this.rules = rules;
    this.store = store;
  }

  put(item: IndexedItem): void {
    this.store.put(item);
  }

  remove(no: number): void {
    this.store.remove(no);
  }

  /** One of the same items, which changes by itself. */
  copied(): SiteIndex {
    return new SiteIndex(this.rules, copyOf(this.store, this.rules));
  }

  /** Leaves out dead positions if they are many. Searches go on in the old store meanwhile. */
  async compact(pause: () => Promise<void>): Promise<void> {
    await this.#compactIf(this.store.numbers.length - this.store.live, 1 / 4, pause);
  }

  /** Puts items of a category next to each other, if half of them came since that was done. */
  async arrange(pause: () => Promise<void>): Promise<void> {
    await this.#compactIf(this.store.totals.appended, 1 / 2, pause);
  }

  async #compactIf(positions: number, share: number, pause: () => Promise<void>): Promise<void> {
    if (positions < manyPositions || positions < this.store.numbers.length * share) return;
    this.store = await this.store.compacted(this.rules.stem, pause);
  }

  search(
    query: IndexQuery,
    { sort, offset, limit }: { sort: IndexSort; offset: number; limit: number },
  ): Found {
    const { store } = this;
    const { words, positions } = this.#matches(query);
    const ranks =
      sort === "relevance"
        ? scoresOf(store, positions, { words, predicted: query.predicted })
        : priceRanks(store, positions, sort);
    return {
      total: positions.length,
      numbers: first(store, positions, ranks, offset + limit).slice(offset),
      keys: facetsOf(store, positions),
      prices: pricesOf(store, positions),
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
    return first(store, positions, new Float32Array(positions.length), limit);
  }

  #matches(query: IndexQuery): Matches {
    const { store } = this;
    const keys = neededKeys(store, query);
    if (keys === undefined) return { words: [], positions: new Uint32Array() };
    const text = this.#textMatches(query.text);
    const { words, positions } = text
      ? { words: text.words, positions: withKeys(store, text.positions, keys) }
      : { words: [], positions: positionsWithKeys(store, keys) };
    return { words, positions: query.price ? pricedFrom(store, positions, query.price) : positions };
  }

  /** Filters do not decide whether the matches are filled up: a facet's count holds when it is applied. */
  #textMatches(text: string | undefined): Matches | undefined {
    if (text === undefined || text.trim() === "") return undefined;
    const words = queryWords(searchWords(text, this.rules.stopWords), this.store, this.rules);
    return { words, positions: positionsOf(this.store, words) };
  }
}
