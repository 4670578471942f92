import fc from "fast-check";
import { expect, test } from "vitest";
import { collectWords, isOneErrorAway, Spelling } from "./spelling.ts";

const spelling = new Spelling(["zapatilla", "celular", "taladro", "celulas"]);

test.each([
  ["a missing letter", "celuar"],
  ["a letter too many", "celuular"],
  ["a wrong letter", "celulae"],
  ["two letters in each other's place", "ceullar"],
  ["a wrong first letter", "xelular"],
])("%s is corrected", (_, word) => {
  expect(spelling.correct(word)).toBe("celular");
});

test("of two words that are one error away, the more frequent one is meant", () => {
  expect(spelling.correct("celula")).toBe("celular");
  expect(new Spelling(["celulas", "celular"]).correct("celula")).toBe("celulas");
});

test("of three letters, only a word that lacks one is corrected", () => {
  const table = new Spelling(["mesa"]);
  expect(table.correct("msa")).toBe("mesa");
  expect(table.correct("mes")).toBe("mesa");
  for (const word of ["mez", "ms"]) expect(table.correct(word)).toBe(word);
});

test("a word without a near one, a number and a short word stay as they are", () => {
  for (const word of ["ukelele", "celuxxar", "2000", "cel", ""]) expect(spelling.correct(word)).toBe(word);
  expect(new Spelling([]).correct("celular")).toBe("celular");
});

test("every word with one random error is corrected to a word that is one error away", () => {
  const letter = fc.constantFrom(..."aeioulrst");
  const word = fc.array(letter, { minLength: 4, maxLength: 9 }).map((letters) => letters.join(""));
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (words, n, at) => {
      const meant = words[n % words.length] ?? "";
      const place = at % meant.length;
      const typed = `${meant.slice(0, place)}x${meant.slice(place + 1)}`;
      const corrected = new Spelling(words).correct(typed);
      expect(words).toContain(corrected);
      expect(isOneErrorAway(typed, corrected)).toBe(true);
    }),
  );
});

test("one error is symmetric, and two are not one", () => {
  for (const [a, b] of [
    ["abcd", "abdc"],
    ["abcd", "abc"],
    ["abcd", "xbcd"],
    ["abcd", "abcdd"],
  ] as const) {
    expect(isOneErrorAway(a, b)).toBe(true);
    expect(isOneErrorAway(b, a)).toBe(true);
  }
  for (const [a, b] of [
    ["abcd", "badc"],
    ["abcd", "ab"],
    ["abcd", "bcde"],
    ["abcd", "xbcx"],
  ] as const)
    expect(isOneErrorAway(a, b)).toBe(false);
});

test("words are collected, the most frequent first, without short ones and numbers", () => {
  const titles = ["Taladro 2000 W", "Taladro azúl 2000", "Lámpara azul de pie", "lampara de mesa, azul"];
  expect(collectWords(titles)).toEqual(["azul", "lampara", "taladro", "mesa"]);
});
