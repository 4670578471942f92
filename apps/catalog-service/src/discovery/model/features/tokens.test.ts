import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, stem, wordsOf } from "./tokens.ts";

test("case and accents are folded", () => {
  expect(foldText("JAMÓN Ñandú Açaí")).toBe("jamon nandu acai");
  expect(foldText("ja\u200bmo\u00adn")).toBe("jamon");
});

test("a size written together or apart gives the same words", () => {
  expect(wordsOf("Café 500g")).toEqual(wordsOf("CAFE 500 G"));
});

test("punctuation separates words", () => {
  expect(wordsOf("mesa/silla (x2), roja!")).toEqual(["mesa", "silla", "x", "2", "roja"]);
});

test("plural and singular share a stem", () => {
  for (const pair of ["zapatos zapato", "relojes reloj", "ukeleles ukelele", "shoes shoe", "luces luce"]) {
    expect(new Set(pair.split(" ").map(stem)).size).toBe(1);
  }
});

test("short words are not stemmed", () => {
  expect(["gas", "tv", "pie", "led"].map(stem)).toEqual(["gas", "tv", "pie", "led"]);
});

test("any text gives words without spaces or capitals", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 600 }), (text) => {
      for (const word of wordsOf(text)) {
        expect(word).not.toMatch(/\s/u);
        expect(word).toBe(word.toLowerCase());
      }
    }),
  );
});
