import { Column } from "./column.ts";

/** Lists of 2^n postings start at 2^1: most words are in few items. */
const smallest = 1;

/**
 * Inverted index: strings with numbers, and for each the list of its postings, which are numbers that only
 * ascend. All lists share one typed array. A full list moves to a place of twice the size, and its old place
 * goes to the next list of that size (buddy allocation without merging).
 */
export class Vocabulary {
  readonly ids = new Map<string, number>();
  readonly names: string[] = [];
  /** Live items with the string. */
  readonly counts = new Column(Uint32Array);
  readonly postings = new Column(Uint32Array);
  readonly starts = new Column(Uint32Array);
  readonly lengths = new Column(Uint32Array);
  /** Places that no list uses, by the logarithm of their size. */
  readonly free: (number[] | undefined)[] = [];

  columns(): Record<string, Column> {
    const { counts, postings, starts, lengths } = this;
    return { counts, postings, starts, lengths };
  }

  /** The number of a string, a new one if it is not known. */
  add(name: string): number {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const id = this.names.push(name) - 1;
    this.ids.set(name, id);
    for (const column of [this.counts, this.starts, this.lengths]) column.push(0);
    return id;
  }

  /** Takes strings whose columns are read from a snapshot. */
  restoreNames(names: Iterable<string>): void {
    this.names.length = 0;
    for (const name of names) this.ids.set(name, this.names.push(name) - 1);
  }

  restorePlaces(places: Iterable<readonly [size: number, place: number]>): void {
    for (const [size, place] of places) {
      const known = this.free[size];
      if (known) known.push(place);
      else this.free[size] = [place];
    }
  }

  append(id: number, posting: number): void {
    const length = this.lengths.at(id);
    if (length === 0 || (length >= 1 << smallest && (length & (length - 1)) === 0)) this.#move(id, length);
    this.postings.data[this.starts.at(id) + length] = posting;
    this.lengths.data[id] = length + 1;
    this.counts.data[id] = this.counts.at(id) + 1;
  }

  /** The postings of a string; a view that the next `append` may outdate. */
  list(id: number): Uint32Array {
    const start = this.starts.at(id);
    return this.postings.data.subarray(start, start + this.lengths.at(id));
  }

  /** Moves a list to a place of twice the size. */
  #move(id: number, length: number): void {
    const from = this.starts.at(id);
    const size = length === 0 ? smallest : Math.log2(length) + 1;
    const to = this.free[size]?.pop() ?? this.postings.length;
    if (to === this.postings.length) this.postings.grow(1 << size);
    this.postings.data.copyWithin(to, from, from + length);
    this.starts.data[id] = to;
    if (length > 0) {
      const places = this.free[size - 1];
      if (places) places.push(from);
      else this.free[size - 1] = [from];
    }
  }
}
