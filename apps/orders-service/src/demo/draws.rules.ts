/** Draws that are the same for the same seed (mulberry32). */
export function drawsOf(seed: number) {
  let state = seed >>> 0;
  /** In [0, 1). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return {
    next,
    /** Throws on an empty list. */
    pick<T>(list: readonly T[]): T {
      const found = list[Math.floor(next() * list.length)];
      if (found === undefined) throw new RangeError("nothing to draw from");
      return found;
    },
  };
}
export type Draws = ReturnType<typeof drawsOf>;
