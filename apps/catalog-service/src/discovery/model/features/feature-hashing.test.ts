import { expect, test } from "vitest";
import { extractFeatures, FeatureList, Field } from "./feature-hashing.ts";
import { wordsOf } from "./tokens.ts";

function featuresOf(title: string): Map<number, number> {
  const list = new FeatureList();
  extractFeatures(wordsOf(title), list);
  return new Map(Array.from({ length: list.size }, (_, i) => [list.hashes[i] ?? 0, list.fields[i] ?? 0]));
}

test("case, accents, plural and punctuation do not change the words' features", () => {
  const wordsAndPairs = (title: string) =>
    [...featuresOf(title)].filter(([, field]) => field === Field.word || field === Field.pair);
  expect(wordsAndPairs("Lámparas de pie")).toEqual(wordsAndPairs("LAMPARA, de: pie"));
});

test("equal text in different fields gives different features", () => {
  const fields = [...featuresOf("sol").values()];
  expect(new Set(fields)).toEqual(new Set([Field.word, Field.chars, Field.lead, Field.leadChars]));
});

test("a title with a typo keeps most of its character n-grams", () => {
  const pieces = (title: string) =>
    new Set([...featuresOf(title)].filter(([, field]) => field === Field.chars).map(([hash]) => hash));
  const right = pieces("refrigerador");
  const kept = pieces("refrijerador").intersection(right).size;
  expect(kept / right.size).toBeGreaterThan(0.5);
});

test("the order of words changes the features", () => {
  expect([...featuresOf("funda para celular").keys()].sort()).not.toEqual(
    [...featuresOf("celular para funda").keys()].sort(),
  );
});

test("a title without letters or digits has no features", () => {
  expect(featuresOf(" ¡!¿? … ").size).toBe(0);
});

test("a long title stays within the capacity of the list", () => {
  const list = new FeatureList();
  extractFeatures(Array(10_000).fill("abcdefghij"), list);
  expect(list.size).toBeLessThanOrEqual(list.hashes.length);
});
