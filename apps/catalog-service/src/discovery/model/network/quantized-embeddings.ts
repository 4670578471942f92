/** Distance of neighboring levels in standard deviations, for four levels and numbers that are about normal (J. Max, 1960). */
const stepOfDeviation = 0.996;
/** Levels 0 to 3 stand for -1.5, -0.5, 0.5 and 1.5 steps. */
const middle = 1.5;
export const numbersPerByte = 4;

/**
 * Rows of numbers in two bits each: a network is as good with four levels a number as with floats, and its features count more
 * than its precision (see bench/prediction).
 */
export interface PackedEmbeddings {
  /** Row by row, four numbers a byte, the first in the lowest bits. */
  levels: Uint8Array;
  /** By row, the distance of neighboring levels. */
  steps: Float32Array;
}

/** Bytes a row of `width` numbers takes, its step included. */
export function bytesPerRow(width: number): number {
  return width / numbersPerByte + Float32Array.BYTES_PER_ELEMENT;
}

/** Packs rows of as many numbers, a multiple of four. */
export function packEmbeddings(rows: readonly Float32Array[]): PackedEmbeddings {
  const rowBytes = (rows[0]?.length ?? 0) / numbersPerByte;
  const levels = new Uint8Array(rows.length * rowBytes);
  const steps = Float32Array.from(rows, stepOf);
  rows.forEach((row, place) => {
    const step = steps[place] ?? 1;
    row.forEach((number, j) => {
      const at = place * rowBytes + (j >> 2);
      const level = Math.min(3, Math.max(0, Math.floor(number / step) + 2));
      levels[at] = (levels[at] ?? 0) | (level << (2 * (j & 3)));
    });
  });
  return { levels, steps };
}

function stepOf(row: Float32Array): number {
  const squares = row.reduce((sum, number) => sum + number * number, 0);
  return stepOfDeviation * Math.sqrt(squares / row.length) + 1e-9;
}

/** Adds a row, times a factor, to `numbers`, which are as many as a row has. */
export function addPackedRow(
  { levels, steps }: PackedEmbeddings,
  { place, factor }: { place: number; factor: number },
  numbers: Float32Array,
): void {
  const rowBytes = numbers.length / numbersPerByte;
  const step = factor * (steps[place] ?? 0);
  const start = place * rowBytes;
  for (let i = 0; i < rowBytes; i++) {
    const byte = levels[start + i] ?? 0;
    const j = i * numbersPerByte;
    numbers[j] = (numbers[j] ?? 0) + step * ((byte & 3) - middle);
    numbers[j + 1] = (numbers[j + 1] ?? 0) + step * (((byte >> 2) & 3) - middle);
    numbers[j + 2] = (numbers[j + 2] ?? 0) + step * (((byte >> 4) & 3) - middle);
    numbers[j + 3] = (numbers[j + 3] ?? 0) + step * ((byte >> 6) - middle);
  }
}
