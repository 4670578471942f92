import type { ItemStore } from "./item-store.ts";
import { phrasePostings } from "./phrase.ts";
import { wordsOf } from "./words.ts";

/** Postings that match a word of the search, and how much they count. */
export interface Alternative {
  postings: Uint32Array;
  weight: number;
}

/** One word of the search: items match it by any of the alternatives. */
export interface QueryWord {
  alternatives: Alternative[];
  /** Live items with an alternative; one with several counts several times. */
  count: number;
  /** Whether items have more of it than its stem. */
  isKnown: boolean;
}

export interface SearchRules {
  stopWords: ReadonlySet<string>;
  lightStem(word: string): string;
  /** Phrases that stand for each other, by the stems of each of them. */
  synonyms: ReadonlyMap<string, readonly string[]>;
}

/** Words as they stand count most, then those that mean the same, then those that look the same. */
export const weights = { exact: 1, joined: 0.9, inflected: 0.85, synonym: 0.7, correction: 0.6, stem: 0.5 };

/** A word in fewer items is rare. */
export const rare = 3;
/** A rare word is only corrected to words in so many items. */
export const common = 20;

const maxWords = 16;
/** Words of the longest phrase that has a synonym or is written as one word. */
const longestPhrase = 3;

/** The words of a text without stop words, unless there are no others. */
export function searchWords(text: string, stopWords: ReadonlySet<string>): string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !stopWords.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, maxWords);
}

/** The words of a search with everything that may stand for them. */
export function queryWords(words: readonly string[], store: ItemStore, rules: SearchRules): QueryWord[] {
  const expansion = new Expansion(words, store, rules.lightStem);
  words.forEach((word, at) => {
    expansion.addForms({ from: at, to: at + 1 }, word, weights.exact);
    expansion.addSplits(at);
  });
  for (const span of spansOf(words.length)) {
    const phrase = words.slice(span.from, span.to);
    if (phrase.length > 1) expansion.addForms(span, phrase.join(""), weights.joined);
    const stems = phrase.map((word) => store.words.stemOf(word)).join(" ");
    for (const synonym of rules.synonyms.get(stems) ?? []) expansion.addPhrase(span, synonym.split(" "));
  }
  words.forEach((_, at) => {
    expansion.addCorrections(at);
  });
  return expansion.query;
}

/** Neighboring words, by position. */
interface Span {
  from: number;
  to: number;
}

const spansOf = (length: number): Span[] =>
  Array.from({ length }, (_, from) => from).flatMap((from) =>
    Array.from({ length: Math.min(longestPhrase, length - from) }, (_, more) => ({
      from,
      to: from + more + 1,
    })),
  );

/** Collects what may stand for each word. */
class Expansion {
  readonly query: QueryWord[];
  readonly #known: Map<string, Alternative>[];
  readonly #words: readonly string[];
  readonly #store: ItemStore;
  readonly #lightStem: SearchRules["lightStem"];

  constructor(words: readonly string[], store: ItemStore, lightStem: SearchRules["lightStem"]) {
    this.query = words.map(() => ({ alternatives: [], count: 0, isKnown: false }));
    this.#known = words.map(() => new Map());
    this.#words = words;
    this.#store = store;
    this.#lightStem = lightStem;
  }

  /** A word for a span of the search, less its number and gender, and least other words with its stem. */
  addForms(span: Span, word: string, weight: number): void {
    const { words } = this.#store;
    const exact = words.ids.get(word);
    if (exact !== undefined) this.#add(span, [exact], weight);
    const lightStem = this.#lightStem(word);
    for (const form of words.formsOf(word)) {
      const isInflected = this.#lightStem(words.names[form] ?? "") === lightStem;
      this.#add(span, [form], weight * (isInflected ? weights.inflected : weights.stem));
    }
  }

  /** A word written as two neighbors. Numbers are not split, nor are letters from words of three. */
  addSplits(at: number): void {
    const word = this.#words[at] ?? "";
    if (/^\p{L}{1,3}$/u.test(word)) return;
    for (let cut = 1; cut < word.length && word.length > 2; cut++) {
      if (/\d\d/.test(word.slice(cut - 1, cut + 1))) continue;
      this.#addNeighbors({ from: at, to: at + 1 }, [word.slice(0, cut), word.slice(cut)], weights.joined);
    }
  }

  addPhrase(span: Span, phrase: readonly string[]): void {
    const [first = ""] = phrase;
    if (phrase.length === 1) this.addForms(span, first, weights.synonym);
    else this.#addNeighbors(span, phrase, weights.synonym);
  }

  /** Also of a word whose stem alone is known: `cadera` means a chair (`cadeira`), no lock (`cadeado`). */
  addCorrections(at: number): void {
    const { count = 0, isKnown = false } = this.query[at] ?? {};
    if (isKnown && count >= rare) return;
    const corrections = this.#store.words.corrections(this.#words[at] ?? "", isKnown ? common : 1);
    for (const word of corrections) this.addForms({ from: at, to: at + 1 }, word, weights.correction);
  }

  #addNeighbors(span: Span, phrase: readonly string[], weight: number): void {
    const { words } = this.#store;
    const ids = phrase.flatMap((word) => words.ids.get(word) ?? []);
    if (ids.length === phrase.length) this.#add(span, ids, weight);
  }

  #add({ from, to }: Span, ids: readonly number[], weight: number): void {
    const { words } = this.#store;
    const [id = 0] = ids;
    if (ids.some((id) => words.counts.at(id) === 0)) return;
    const postings = ids.length === 1 ? words.list(id) : phrasePostings(this.#store, ids);
    const count = ids.length === 1 ? words.counts.at(id) : postings.length;
    for (let at = from; at < to && count > 0; at++) {
      const [word, known] = [this.query[at], this.#known[at]];
      if (!word || !known || known.has(ids.join())) continue;
      const alternative = { postings, weight };
      known.set(ids.join(), alternative);
      word.alternatives.push(alternative);
      word.count += count;
      word.isKnown ||= weight > weights.stem;
    }
  }
}
