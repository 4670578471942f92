import { expect, test } from "vitest";
import type { Label } from "../label-content.rules.ts";
import { labelSize, layoutOf } from "./label-layout.ts";
import { linesOf, type Typesetter } from "./label-text.ts";

/** Every letter is half as wide as it is high. */
const typesetter: Typesetter = {
  widthOf: (text, { size }) => (text.length * size) / 2,
  hasLetter: (letter) => /[\w ,.:ñç…-]/.test(letter),
};
const lines = (text: string, maxLines = 2) => linesOf(text, { size: 10, width: 50, maxLines }, typesetter);

test("text is broken between words, and ends in an ellipsis where it is too long", () => {
  expect(lines("Te")).toEqual(["Te"]);
  expect(lines("Av. Santa Fe 3500")).toEqual(["Av. Santa", "Fe 3500"]);
  expect(lines("Av. Santa Fe 3500, piso 3")).toEqual(["Av. Santa", "Fe 3500,…"]);
  expect(lines("Otorrinolaringologia", 3)).toEqual(["Otorrinola", "ringologia"]);
  expect(lines(" \n ")).toEqual([]);
});

test("letters that the fonts do not have are one question mark, and an accent is one letter", () => {
  expect(lines("n\u0303u 日本 te")).toEqual(["ñu ? te"]);
});

const text = "Calle Coronel Niceto Vega esquina Scalabrini Ortiz ".repeat(5);
const short: Label = {
  trackingNumber: "MEL4350000007FMDOR01",
  code: "{}",
  service: "Flex",
  orders: "Pack 1",
  sender: ["Ana"],
  receiver: ["Juan", "Calle 1", "CP 1"],
  remarks: "",
  destination: ["CP 1", "Palermo"],
  items: ["1 x Te"],
};
const long: Label = {
  ...short,
  service: text,
  orders: text,
  sender: [text, text, text],
  receiver: [text, text, text],
  remarks: text,
  destination: [text, text],
  items: Array.from({ length: 60 }, () => text),
};

test.each([
  ["short", short],
  ["the longest", long],
])("nothing of a label with %s texts overlaps, or is off its sheet", (_name, label) => {
  const { lines: all, rules, barcode, qr } = layoutOf(label, typesetter);
  const boxes = all.map((line) => ({
    left: line.left,
    top: line.top,
    width: typesetter.widthOf(line.text, line),
    height: line.size,
  }));
  const ruled = rules.map((top) => ({ ...barcode, top, height: 1 }));
  const placed = [...boxes, ...ruled, barcode, qr];
  for (const box of placed) {
    expect(box.left + box.width).toBeLessThanOrEqual(labelSize.width);
    expect(box.top + box.height).toBeLessThanOrEqual(labelSize.height);
    const overlapping = placed.filter(
      (other) =>
        other !== box &&
        box.left < other.left + other.width &&
        other.left < box.left + box.width &&
        box.top < other.top + other.height &&
        other.top < box.top + box.height,
    );
    expect(overlapping).toEqual([]);
  }
});
