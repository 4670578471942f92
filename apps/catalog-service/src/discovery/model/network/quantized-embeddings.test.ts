import { expect, test } from "vitest";
import { seededRandom } from "../features/seeded-random.ts";
import { addQuantizedRow, bytesPerRow, quantize } from "./quantized-embeddings.ts";

const random = seededRandom(7);
/** Approximately normal: a sum of uniform numbers. */
const normal = (): number => Array.from({ length: 12 }, random).reduce((sum, number) => sum + number, -6);

function unpacked(row: Float32Array, factor = 1): Float32Array {
  const numbers = new Float32Array(row.length);
  addQuantizedRow(quantize([new Float32Array(row.length), row]), { place: 1, factor }, numbers);
  return numbers;
}

test("the error on normal numbers is that of the optimal four-level quantizer", () => {
  const row = Float32Array.from({ length: 4096 }, () => 3 * normal());
  const error = unpacked(row).reduce((sum, number, j) => sum + (number - (row[j] ?? 0)) ** 2, 0);
  const size = row.reduce((sum, number) => sum + number * number, 0);
  expect(error / size).toBeCloseTo(0.1188, 2);
});

test("every weight is rounded to the nearest level", () => {
  const row = Float32Array.of(-9, -0.9, -0.1, 0.1, 0.9, 9, -1.1, 1.1);
  const levels = unpacked(row);
  expect([...levels.map(Math.sign)]).toEqual([...row.map(Math.sign)]);
  expect(levels[0]).toBeCloseTo(3 * (levels[1] ?? 0), 5);
  expect(levels[5]).toBeCloseTo(3 * (levels[4] ?? 0), 5);
});

test("a row is added times its factor", () => {
  const row = Float32Array.from({ length: 8 }, normal);
  const numbers = unpacked(row);
  const packed = quantize([row]);
  addQuantizedRow(packed, { place: 0, factor: 2 }, numbers);
  expect([...numbers]).toEqual([...unpacked(row, 3)].map((number) => expect.closeTo(number, 4)));
});

test("a row takes two bits a weight and its step", () => {
  const { levels, steps } = quantize([new Float32Array(256), new Float32Array(256)]);
  expect(levels.byteLength + steps.byteLength).toBe(2 * bytesPerRow(256));
});

test("no rows give empty arrays", () => {
  expect(quantize([])).toEqual({ levels: new Uint8Array(), steps: new Float32Array() });
});
