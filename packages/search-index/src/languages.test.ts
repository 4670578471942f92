import { expect, test } from "vitest";
import { fold, wordsOf } from "./engine/words.ts";
import { type Language, languages } from "./languages.ts";

const sameStem: [Language, string, string][] = [
  ["es", "camiones", "camion"],
  ["es", "aplicaciones", "aplicacion"],
  ["es", "lapices", "lapiz"],
  ["es", "celulares", "celular"],
  ["es", "zapatillas", "zapatilla"],
  ["es", "notebooks", "notebook"],
  ["pt", "coleções", "coleção"],
  ["pt", "celulares", "celular"],
  ["pt", "anéis", "anel"],
  ["pt", "homens", "homem"],
  ["pt", "panelas", "panela"],
  ["pt", "notebooks", "notebook"],
  ["en", "watches", "watch"],
  ["en", "batteries", "battery"],
];

test.each(sameStem)("%s: %s and %s have one stem, without accents", (language, plural, singular) => {
  const { stem } = languages[language];
  expect(stem(fold(plural))).toBe(stem(fold(singular)));
});

test.each<[Language, string, string]>([
  ["es", "mesa", "masa"],
  ["es", "cable", "cabeza"],
  ["pt", "panela", "painel"],
])("%s: %s and %s have two stems", (language, a, b) => {
  const { stem } = languages[language];
  expect(stem(a)).not.toBe(stem(b));
});

test("words are runs of letters and digits in lower case, without accents and width", () => {
  expect(wordsOf("Café-BAR 1.5L, niño’s ＡＢＣ ﬁn")).toEqual([
    "cafe",
    "bar",
    "1",
    "5l",
    "nino",
    "s",
    "abc",
    "fin",
  ]);
  expect(wordsOf("¡! …")).toEqual([]);
});
