/** A seeded random generator: the same seed gives the same sequence on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  /** Both ends included. */
  integer(from: number, to: number): number;
  /** Throws on an empty list. */
  pick<T>(list: readonly T[]): T;
}

/** FNV-1a over UTF-16 units, as an unsigned 32-bit number. Ids are made of it, so it must never change. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV's low bits are weak for short texts that differ at the end; a final mix fixes that.
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return (state ^ (state >>> 13)) >>> 0;
}

/** Starts a sequence (a Weyl step of the golden ratio, mixed). */
export function random(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new RangeError("nothing to pick from");
      return chosen;
    },
  };
}
