/**
 * Seeded random generator of numbers in [0, 1), a Weyl sequence through an integer mixer. The same titles
 * must give the same model, so training must not use Math.random.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  };
}

/** Fisher-Yates shuffle of the first `count` numbers, in place. */
export function shuffle(numbers: Uint32Array, count: number, random: () => number): void {
  for (let i = count - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    const kept = numbers[i] ?? 0;
    numbers[i] = numbers[other] ?? 0;
    numbers[other] = kept;
  }
}
