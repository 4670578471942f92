import type { Column } from "./column.ts";
import { ItemStore } from "./item-store.ts";

/** What a snapshot holds of a store besides the values of its columns. */
export interface Description {
  /** Lengths of the columns. */
  lengths: number[];
  totals: ItemStore["totals"];
  words: string[];
  /** Language of the stems: those of another one are made anew. */
  language: string;
  /** The stem of each word. */
  stems: string[];
  keys: string[];
  free: { words: Places; keys: Places };
}

type Places = (number[] | null)[];

export interface Stemmer {
  language: string;
  stem(word: string): string;
}

export function describe(store: ItemStore, { language }: Stemmer): Description {
  const { words, keys, totals } = store;
  return {
    lengths: store.allColumns().map(({ length }) => length),
    totals,
    words: words.names,
    language,
    stems: words.stemOfEach(),
    keys: keys.names,
    free: { words: placesOf(words.free), keys: placesOf(keys.free) },
  };
}

const placesOf = (free: ItemStore["keys"]["free"]): Places => Array.from(free, (places) => places ?? null);

/** The store that was described; `read` fills a column. */
export function restore(
  { lengths, totals, words, language, stems, keys, free }: Description,
  stemmer: Stemmer,
  read: (column: Column) => void,
): ItemStore {
  const store = new ItemStore(stemmer.stem);
  for (const [index, column] of store.allColumns().entries()) {
    column.reset(lengths[index] ?? 0);
    read(column);
  }
  store.words.restore(words, free.words);
  store.words.restoreStems(language === stemmer.language ? stems : words.map(stemmer.stem));
  store.keys.restore(keys, free.keys);
  Object.assign(store.totals, totals);
  for (const [position, no] of store.numbers.values.entries()) {
    if (no !== 0) store.positions.set(no, position);
  }
  return store;
}
