import { editDistance } from "@marketplace/conventions";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WordVocabulary } from "./word-vocabulary.ts";

const words = fc.string({ unit: fc.constantFrom("a", "b", "c", "n", "1", "2"), minLength: 1, maxLength: 9 });

/** A vocabulary in which each word is in one live item. */
function vocabularyOf(names: readonly string[]): WordVocabulary {
  const vocabulary = new WordVocabulary((word) => word);
  for (const name of ["", ...new Set(names)]) vocabulary.append(vocabulary.add(name), 0);
  return vocabulary;
}

test("corrections are the closest of all words within the tolerance, with the same digits", () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), words, (names, word) => {
      const limit = word.length < 4 ? 0 : word.length < 6 ? 1 : 2;
      const digits = (text: string) => text.replace(/\D/g, "");
      const edits = (name: string) => editDistance(word, name, 2);
      const close = [...new Set(names)].filter(
        (name) => name !== word && edits(name) <= limit && digits(name) === digits(word),
      );
      const fewest = Math.min(...close.map(edits));
      const best = close.filter((name) => edits(name) === fewest).sort();
      expect(vocabularyOf(names).corrections(word, 1)).toEqual(best.slice(0, 3));
    }),
    { numRuns: 500 },
  );
});

test("words that too few live items have are no corrections", () => {
  const vocabulary = vocabularyOf(["zapatilla"]);
  expect(vocabulary.corrections("zapatila", 1)).toEqual(["zapatilla"]);
  expect(vocabulary.corrections("zapatila", 2)).toEqual([]);
});
