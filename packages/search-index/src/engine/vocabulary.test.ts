import fc from "fast-check";
import { expect, test } from "vitest";
import { Vocabulary } from "./vocabulary.ts";

test("lists keep their postings while others grow and take over their places", () => {
  const appended = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 300 });
  fc.assert(
    fc.property(appended, (words) => {
      const vocabulary = new Vocabulary();
      const expected = new Map<string, number[]>();
      for (const [posting, word] of words.entries()) {
        vocabulary.append(vocabulary.add(`w${word}`), posting);
        expected.set(`w${word}`, [...(expected.get(`w${word}`) ?? []), posting]);
      }
      for (const [word, postings] of expected) {
        const id = vocabulary.ids.get(word) ?? -1;
        expect(Array.from(vocabulary.list(id))).toEqual(postings);
        expect(vocabulary.counts.at(id)).toBe(postings.length);
      }
    }),
  );
});
