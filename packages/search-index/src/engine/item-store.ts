import type { IndexedItem } from "../port.ts";
import { Column } from "./column.ts";
import { Vocabulary } from "./vocabulary.ts";
import { WordVocabulary } from "./word-vocabulary.ts";
import { wordsOf } from "./words.ts";

/** Lets other work go on in the middle of long work; false ends it. */
export type Pause = () => Promise<boolean>;

/** An item within the index: its texts as numbers of words, with a zero between two fields. */
interface Entry {
  no: number;
  price: number;
  keys: ArrayLike<number>;
  words: ArrayLike<number>;
}

/** Positions above do not fit a posting, which has 8 bits of word counts below the position. */
const maxPositions = 2 ** 24;

/** Words of a field that its length counts. */
const maxCounted = 254;
/** In the place of the lengths of an item that was removed: no item has it. */
const dead = 0xffff;

/** The last key of each item: it filters, but is not counted as a facet. No other key begins with a zero. */
export const sellerKey = (sellerId: number): string => `\u0000seller=${sellerId}`;

/**
 * The items of one site, by position: in columns, and in two inverted indexes of words and keys. An item that
 * changes gets a new position, because lists ascend; its old one is dead until `compact` leaves it out.
 */
export class ItemStore {
  readonly words: WordVocabulary;
  readonly keys = new Vocabulary();
  readonly positions = new Map<number, number>();
  /** Item numbers; 0 is dead. */
  readonly numbers = new Column(Float64Array);
  /** NaN is no price. */
  readonly prices = new Column(Float64Array);
  readonly keyEnds = new Column(Uint32Array);
  readonly keyIds = new Column(Uint32Array);
  readonly wordEnds = new Column(Uint32Array);
  readonly wordIds = new Column(Uint32Array);
  /** Words of the title, and above eight bits those of the attributes (length normalization of BM25F). */
  readonly lengths = new Column(Uint16Array);
  /** Sums of both over live items, and the positions since items were put in the order of categories. */
  readonly totals = { title: 0, attributes: 0, appended: 0 };

  /** Words begin with the empty one, which is the separator of fields: its number is 0. */
  constructor(stem: (word: string) => string) {
    this.words = new WordVocabulary(stem);
    this.words.add("");
  }

  /** All typed arrays, always in the same order. */
  allColumns(): Column[] {
    return [this, this.words, this.keys].flatMap((part) => Object.values<Column>(part.columns()));
  }

  columns() {
    const { numbers, prices, keyEnds, keyIds, wordEnds, wordIds, lengths } = this;
    return { numbers, prices, keyEnds, keyIds, wordEnds, wordIds, lengths };
  }

  get live(): number {
    return this.positions.size;
  }

  /** Memory, about: typed arrays with their room to grow, and 100 bytes for each entry of a map. */
  get bytes(): number {
    const entries = this.positions.size + this.words.names.length + this.keys.names.length;
    return this.allColumns().reduce((sum, { data }) => sum + data.byteLength, 0) + entries * 100;
  }

  put({ no, price, keys, sellerId, fields }: IndexedItem): void {
    const distinct = new Set([...keys, sellerKey(sellerId)]);
    const entry = {
      no,
      price: price ?? Number.NaN,
      keys: Array.from(distinct, (key) => this.keys.add(key)),
      words: [fields.title, fields.brandAndModel, fields.attributes, fields.category].flatMap(
        (text, field) => {
          const words = wordsOf(text).map((word) => this.words.add(word));
          return field === 0 ? words : [0, ...words];
        },
      ),
    };
    this.#put(entry);
  }

  /** Puts an item as it is in another store, or removes it if it is not there. */
  take(no: number, from: ItemStore): void {
    const position = from.positions.get(no);
    if (position === undefined) this.remove(no);
    else this.#put(this.#entryFrom(from, position));
  }

  remove(no: number): void {
    const position = this.positions.get(no);
    if (position === undefined) return;
    this.positions.delete(no);
    this.numbers.data[position] = 0;
    const { counts } = this.words;
    for (const id of new Set(this.wordsAt(position))) if (id !== 0) counts.data[id] = counts.at(id) - 1;
    for (const id of this.keysAt(position)) this.keys.counts.data[id] = this.keys.counts.at(id) - 1;
    this.totals.title -= this.lengths.at(position) & 0xff;
    this.totals.attributes -= this.lengths.at(position) >> 8;
    this.lengths.data[position] = dead;
  }

  /** The positions of live items among these. */
  liveOf(positions: Uint32Array): Uint32Array {
    if (this.live === this.numbers.length) return positions;
    const lengths = this.lengths.data;
    let count = 0;
    for (const position of positions) if (lengths[position] !== dead) positions[count++] = position;
    return positions.subarray(0, count);
  }

  numbersAt(positions: Uint32Array): number[] {
    return Array.from(positions, (position) => this.numbers.at(position));
  }

  keysAt(position: number): Uint32Array {
    return this.keyIds.data.subarray(startOf(this.keyEnds, position), this.keyEnds.at(position));
  }

  wordsAt(position: number): Uint32Array {
    return this.wordIds.data.subarray(startOf(this.wordEnds, position), this.wordEnds.at(position));
  }

  /**
   * A store of the live items alone, those of a category next to each other, then in the order of their
   * numbers: words occur mostly in few categories, so a search reads less memory. What changes in a pause may
   * or may not be in it. `undefined` when a pause ends it.
   */
  async compacted(stem: (word: string) => string, pause: Pause): Promise<ItemStore | undefined> {
    const compact = new ItemStore(stem);
    const byCategory = await this.#byCategory(pause);
    let copied = 0;
    for (const positions of byCategory ?? [])
      for (const position of positions) {
        if (++copied % 200 === 0 && !(await pause())) return undefined;
        // An item may be removed meanwhile.
        if (this.lengths.at(position) === dead) continue;
        compact.#append(compact.#entryFrom(this, position));
      }
    compact.totals.appended = 0;
    return byCategory && compact;
  }

  /** The live positions of each category, by the numbers of their items. */
  async #byCategory(pause: Pause): Promise<Iterable<number[]> | undefined> {
    const positions = new Map<number, number[]>();
    for (let position = 0, end = this.numbers.length; position < end; position++) {
      if (position % 2_000 === 1_999 && !(await pause())) return undefined;
      if (this.lengths.at(position) === dead) continue;
      const leaf = this.keysAt(position).findLast((id) => this.keys.names[id]?.startsWith("category=")) ?? 0;
      const others = positions.get(leaf);
      if (others) others.push(position);
      else positions.set(leaf, [position]);
    }
    const numberAt = (position: number): number => this.numbers.at(position);
    return positions.values().map((some) => some.sort((a, b) => numberAt(a) - numberAt(b)));
  }

  /** An item of another store, whose words and keys have other numbers there. */
  #entryFrom(from: ItemStore, position: number): Entry {
    return {
      no: from.numbers.at(position),
      price: from.prices.at(position),
      keys: from.keysAt(position).map((id) => this.keys.add(from.keys.names[id] ?? "")),
      words: from.wordsAt(position).map((id) => this.words.add(from.words.names[id] ?? "")),
    };
  }

  #put(entry: Entry): void {
    const position = this.positions.get(entry.no);
    if (position !== undefined && this.#has(position, entry)) {
      this.prices.data[position] = entry.price;
      return;
    }
    this.remove(entry.no);
    this.#append(entry);
  }

  #has(position: number, { keys, words }: Entry): boolean {
    return isSame(this.keysAt(position), keys) && isSame(this.wordsAt(position), words);
  }

  #append({ no, price, keys, words }: Entry): void {
    const position = this.numbers.length;
    if (position === maxPositions) throw new RangeError("an index holds 16 million items of a site");
    this.totals.appended++;
    this.positions.set(no, position);
    this.numbers.push(no);
    this.prices.push(price);
    appendAll(this.keyIds, keys);
    this.keyEnds.push(this.keyIds.length);
    appendAll(this.wordIds, words);
    this.wordEnds.push(this.wordIds.length);
    for (let index = 0; index < keys.length; index++) this.keys.append(keys[index] ?? 0, position << 8);
    const { counts, lengths } = countWords(words);
    for (const [id, count] of counts) this.words.append(id, (position << 8) | count);
    const [title = 0, , attributes = 0] = lengths;
    this.lengths.push(title | (attributes << 8));
    this.totals.title += title;
    this.totals.attributes += attributes;
  }
}

const startOf = (ends: Column<Uint32Array>, position: number): number =>
  position === 0 ? 0 : ends.at(position - 1);

/** Counts of each word by field, two bits each, and the length of each field. */
function countWords(words: ArrayLike<number>) {
  const counts = new Map<number, number>();
  const lengths = [0, 0, 0, 0];
  let field = 0;
  for (let index = 0; index < words.length; index++) {
    const id = words[index] ?? 0;
    if (id === 0) field++;
    else {
      const count = counts.get(id) ?? 0;
      if (((count >> (field * 2)) & 3) < 3) counts.set(id, count + (1 << (field * 2)));
      lengths[field] = Math.min(maxCounted, (lengths[field] ?? 0) + 1);
    }
  }
  return { counts, lengths };
}

function appendAll(column: Column<Uint32Array>, values: ArrayLike<number>): void {
  const start = column.length;
  column.grow(values.length);
  column.data.set(values, start);
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
