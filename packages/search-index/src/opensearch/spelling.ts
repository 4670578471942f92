import { editDistance } from "@marketplace/conventions";
import { closest, digitsOf, tolerance } from "../engine/word-vocabulary.ts";
import type { Server } from "./server.ts";

/** Words that the server suggests: those of a farther distance or with other digits are left out here. */
const suggested = 12;

export interface MistypedWord {
  word: string;
  /** Items that a correction has at least. */
  enough: number;
}

interface Answer {
  suggest?: Record<string, { options: { text: string; freq: number }[] }[]>;
}

/** For each word the closest words that enough items have, with the same digits and within the tolerance. */
export async function correctionsOf(
  words: readonly MistypedWord[],
  { server, index }: { server: Server; index: string },
): Promise<string[][]> {
  if (words.every(({ word }) => tolerance(word) === 0)) return words.map(() => []);
  const suggest = Object.fromEntries(
    words.map(({ word }, at) => [String(at), { text: word, term: termSuggester(tolerance(word)) }]),
  );
  const [answer] = await server.searches<Answer>([{ index, body: { size: 0, suggest } }]);
  return words.map(({ word, enough }, at) => {
    const options = answer?.suggest?.[at]?.[0]?.options ?? [];
    const limit = tolerance(word);
    const close = options
      .filter(({ text, freq }) => freq >= enough && digitsOf(text) === digitsOf(word))
      .map(({ text, freq }) => ({ word: text, count: freq, edits: editDistance(word, text, limit) }));
    return closest(close.filter(({ edits }) => edits <= limit));
  });
}

const termSuggester = (limit: number) => ({
  field: "any",
  suggest_mode: "always",
  sort: "score",
  size: suggested,
  shard_size: suggested * 4,
  max_edits: Math.max(1, limit),
  prefix_length: 0,
  min_word_length: 4,
  string_distance: "damerau_levenshtein",
  accuracy: 0.3,
});
