import type { Found, IndexedItem, IndexQuery, IndexSort } from "../port.ts";
import { copyOf, type Stemmer } from "./description.ts";
import { ItemStore, type Pause } from "./item-store.ts";
import { positionsOf } from "./matches.ts";
import { pageOf } from "./page.ts";
import { type QueryWord, queryWords, type SearchRules, searchWords } from "./query-words.ts";
import {
  facetsOf,
  neededKeys,
  positionsWithKeys,
  pricedFrom,
  priceRanks,
  pricesOf,
  withKeys,
} from "./results.ts";
import { scoresOf } from "./scores.ts";
import { kept } from "./sorted-lists.ts";

/** Fewer positions are not worth a copy of the site. */
const manyPositions = 1_000;

/** Changes that a copy catches up with before a pause: more than come in one, or it would never be done. */
const caughtUpAtOnce = 200;

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
  /** Numbers of the items that changed since the copy that is under way began. */
  #changed: Set<number> | undefined;

  constructor(rules: SiteRules, store = new ItemStore(rules.stem)) {
    this.rules = rules;
    this.store = store;
  }

  put(item: IndexedItem): void {
    this.store.put(item);
    this.#changed?.add(item.no);
  }

  remove(no: number): void {
    this.store.remove(no);
    this.#changed?.add(no);
  }

  /** One of the same items, which changes by itself. */
  copied(): SiteIndex {
    return new SiteIndex(this.rules, copyOf(this.store, this.rules));
  }

  /**
   * Copies the store without its dead positions if they are a quarter, or, with `arranges`, if half of its
   * items came since the last copy: a copy has the items of a category next to each other. Searches and
   * changes go on in the old store meanwhile; `pause` lets them, and ends the copy when it answers false.
   * `undefined` when there is no need, or a copy is under way already.
   */
  copyIfDue({ arranges }: { arranges: boolean }, pause: Pause): Promise<void> | undefined {
    if (this.#changed) return undefined;
    const { numbers, live, totals } = this.store;
    const isDue = (positions: number, share: number): boolean =>
      positions >= manyPositions && positions >= numbers.length * share;
    if (isDue(numbers.length - live, 1 / 4) || (arranges && isDue(totals.appended, 1 / 2)))
      return this.#copy(pause);
    return undefined;
  }

  async #copy(pause: Pause): Promise<void> {
    const changed = new Set<number>();
    this.#changed = changed;
    try {
      const copy = await this.store.compacted(this.rules.stem, pause);
      while (copy && changed.size > 0) {
        for (const no of [...changed.values().take(caughtUpAtOnce)]) {
          changed.delete(no);
          copy.take(no, this.store);
        }
        if (changed.size > 0 && !(await pause())) return;
      }
      if (copy) this.store = copy;
    } finally {
      this.#changed = undefined;
    }
  }

  search(query: IndexQuery, page: { sort: IndexSort; offset: number; limit: number }): Found {
    const { store } = this;
    const matches = this.#matches(query);
    const { positions } = matches;
    return {
      total: positions.length,
      numbers: store.numbersAt(pageOf(store, positions, this.#ranksOf(matches, query, page.sort), page)),
      keys: facetsOf(store, positions),
      prices: pricesOf(store, positions),
    };
  }

  scan(
    query: IndexQuery,
    { before = Number.POSITIVE_INFINITY, limit }: { before?: number | undefined; limit: number },
  ) {
    const { store } = this;
    const { positions } = this.#matches(query);
    const older = kept(positions, (position) => store.numbers.at(position) < before);
    const numbers = store.numbersAt(pageOf(store, older, undefined, { offset: 0, limit }));
    return { total: positions.length, numbers };
  }

  /** Without words nothing is more relevant than anything else. */
  #ranksOf({ words, positions }: Matches, { predicted }: IndexQuery, sort: IndexSort) {
    if (sort !== "relevance") return priceRanks(this.store, positions, sort);
    return words.length === 0 ? undefined : scoresOf(this.store, positions, { words, predicted });
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
