export type Numbers = Uint16Array | Uint32Array | Float32Array | Float64Array;

/** A typed array that grows by half when it is full. */
export class Column<T extends Numbers = Numbers> {
  data: T;
  length = 0;
  readonly #make: new (
    length: number,
  ) => T;

  constructor(make: new (length: number) => T) {
    this.#make = make;
    this.data = new make(16);
  }

  push(value: number): void {
    this.grow(1);
    this.data[this.length - 1] = value;
  }

  /** Appends `more` zeros. */
  grow(more: number): void {
    this.length += more;
    if (this.length <= this.data.length) return;
    const larger = new this.#make(Math.ceil(this.length * 1.5));
    larger.set(this.data);
    this.data = larger;
  }

  at(index: number): number {
    return this.data[index] ?? 0;
  }

  /** The values without the room to grow; a view. */
  get values(): T {
    return this.data.subarray(0, this.length) as T;
  }

  /** Becomes `length` values, which the caller writes into the answer. */
  reset(length: number): T {
    this.length = length;
    this.data = new this.#make(Math.ceil(length * 1.1) + 16);
    return this.values;
  }
}
