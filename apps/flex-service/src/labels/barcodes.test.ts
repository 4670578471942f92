import { expect, test } from "vitest";
import { code128, qrCode } from "./barcodes.ts";

test("a tracking number is a Code 128: start, characters of eleven modules, check character, stop", async () => {
  const { width, height, bars } = await code128("MEL4350000007FMDOR01");
  expect(height).toBe(1);
  expect((width - 13) % 11).toBe(0);
  const widths = bars.flatMap(({ x, width: bar }, place) => {
    const next = bars[place + 1];
    return next ? [bar, next.x - x - bar] : [bar];
  });
  // Start of code set B, and the stop pattern.
  expect(widths.slice(0, 6)).toEqual([2, 1, 1, 2, 1, 4]);
  expect(widths.slice(-7)).toEqual([2, 3, 3, 1, 1, 1, 2]);
  expect(widths.reduce((sum, bar) => sum + bar, 0)).toBe(width);
});

test("the text for applications is a QR code with its three finder patterns", async () => {
  const { width, height, bars } = await qrCode('{"id":"4350000007","sender_id":1000000001}');
  expect(width).toBe(height);
  expect((width - 17) % 4).toBe(0);
  const dark = new Set(bars.map(({ x, y }) => `${x} ${y}`));
  const row = (x: number, y: number) =>
    Array.from({ length: 7 }, (_, n) => (dark.has(`${x + n} ${y}`) ? "#" : ".")).join("");
  for (const [x, y] of [
    [0, 0],
    [width - 7, 0],
    [0, height - 7],
  ] as const)
    expect([0, 1, 2, 3, 4, 5, 6].map((n) => row(x, y + n))).toEqual([
      "#######",
      "#.....#",
      "#.###.#",
      "#.###.#",
      "#.###.#",
      "#.....#",
      "#######",
    ]);
});
