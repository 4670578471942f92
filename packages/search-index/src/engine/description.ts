import type { Column } from "./column.ts";
import { ItemStore } from "./item-store.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What a snapshot holds of a store besides its lists and the values of its columns. */
export interface Description {
  /** Lengths of the columns. */
  lengths: number[];
  totals: ItemStore["totals"];
  /** Fingerprint of the stemmer: stems of another one are made again. */
  stemmer: string;
}

export interface Stemmer {
  /** Says by which rules words are stemmed. */
  stemmer: string;
  stem(word: string): string;
}

export const describe = (store: ItemStore, { stemmer }: Stemmer): Description => ({
  lengths: store.allColumns().map(({ length }) => length),
  totals: store.totals,
  stemmer,
});

type Stem = readonly [stem: string, words: number[]];
type Place = readonly [size: number, place: number];

/** What is no column, in the order in which `restore` reads it. */
export const listsOf = ({ words, keys }: ItemStore): Iterable<unknown>[] => [
  words.names,
  words.stems,
  keys.names,
  placesOf(words),
  placesOf(keys),
];

function* placesOf({ free }: Vocabulary): Generator<Place> {
  for (const [size, places = []] of free.entries()) for (const place of places) yield [size, place];
}

/** Reads what was written, in the same order. */
interface Reader {
  list<T>(): Iterable<T>;
  column(column: Column): void;
}

/** The store that was described. */
export function restore({ lengths, totals, stemmer }: Description, rules: Stemmer, read: Reader): ItemStore {
  const store = new ItemStore(rules.stem);
  const { words, keys } = store;
  words.restoreNames(read.list<string>());
  words.restoreStems(read.list<Stem>(), { areOurs: stemmer === rules.stemmer });
  keys.restoreNames(read.list<string>());
  for (const vocabulary of [words, keys]) vocabulary.restorePlaces(read.list<Place>());
  for (const [index, column] of store.allColumns().entries()) {
    column.reset(lengths[index] ?? 0);
    read.column(column);
  }
  Object.assign(store.totals, totals);
  for (const [position, no] of store.numbers.values.entries()) {
    if (no !== 0) store.positions.set(no, position);
  }
  return store;
}

/** A store of the same items, which shares nothing that changes. */
export function copyOf(store: ItemStore, rules: Stemmer): ItemStore {
  const lists = listsOf(store).values();
  const columns = store.allColumns().values();
  return restore(describe(store, rules), rules, {
    list: <T>() => copiesOf<T>(lists.next().value),
    column: (column) => column.values.set(columns.next().value?.values ?? []),
  });
}

/** Entries of `listsOf`, which are strings, or pairs of something with a list. */
function* copiesOf<T>(entries: Iterable<unknown> = []): Generator<T> {
  // As in a snapshot, what was listed is what is read.
  for (const entry of entries)
    yield (
      Array.isArray(entry) ? [entry[0], Array.isArray(entry[1]) ? [...entry[1]] : entry[1]] : entry
    ) as T;
}
