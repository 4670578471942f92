import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleTitles } from "../sample.fixture.ts";
import { buildVocabulary, Vocabulary } from "./vocabulary.ts";

test("every hash is found at its index, others are not found", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(0xffff_ffff), { maxLength: 200 }),
      fc.nat(0xffff_ffff),
      (hashes, other) => {
        const sorted = Uint32Array.from(hashes).sort();
        const vocabulary = new Vocabulary(sorted, new Uint16Array(sorted.length));
        for (const [position, hash] of sorted.entries()) expect(vocabulary.find(hash)).toBe(position);
        if (!hashes.includes(other)) expect(vocabulary.find(other)).toBe(-1);
      },
    ),
  );
});

test("rare features weigh more than common ones", () => {
  const vocabulary = buildVocabulary(sampleTitles().map(({ title }) => title));
  const weights = Array.from(vocabulary.hashes, (_, feature) => vocabulary.idfOf(feature));
  expect(Math.min(...weights)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...weights)).toBeGreaterThan(2);
});

test("the order of titles does not change the vocabulary", () => {
  const titles = sampleTitles().map(({ title }) => title);
  expect(buildVocabulary(titles.toReversed()).hashes).toEqual(buildVocabulary(titles).hashes);
});
