import { fieldWeights } from "../bm25f.ts";
import { weights } from "../engine/query-words.ts";

export type Clause = Record<string, object>;

/** A text that may stand for a word: as it is, without number and gender, by its stem, or joined. */
interface Alternative {
  form: "words" | "inflected" | "stems" | "joined" | "phrase";
  text: string;
  weight: number;
  /** Whether it is the word of the search itself, which is scored in every field. */
  own: boolean;
}

/** A query that finds items, and one that finds the same items and scores them. */
export interface TextQuery {
  matched: Clause;
  scored: Clause;
}

/** How much of its scores in other fields an item gets beside that in the best one. */
const otherFields = 0.4;

/** Words of the longest phrase that has a synonym or is written as one word. */
const longestPhrase = 3;

/** A search of more words scores alternatives more simply: a query has 1,024 clauses at most. */
const manyWords = 8;

const ownFields = Object.entries(fieldWeights);
const titleAndAny = [
  ["title", fieldWeights.title],
  ["any", 1],
] as const;
const anyAlone = [["any", 1]] as const;

const subfieldOf = {
  words: "",
  phrase: "",
  inflected: ".inflected",
  stems: ".stems",
  joined: ".joined",
} as const;

function matched({ form, text }: Alternative): Clause {
  return { [form === "phrase" ? "match_phrase" : "match"]: { [`any${subfieldOf[form]}`]: text } };
}

/** Cross-fields blends the document frequencies of the fields, as BM25F does. */
function scored(
  { form, text, weight, own }: Alternative,
  others: readonly (readonly [string, number])[],
): Clause {
  const fields = (own ? ownFields : others).map(([field, weight]) => `${field}${subfieldOf[form]}^${weight}`);
  if (form !== "phrase") {
    // What is in the title is in `any` as well, and counts once.
    const tie_breaker = own ? otherFields : 0;
    return { multi_match: { query: text, type: "cross_fields", fields, boost: weight, tie_breaker } };
  }
  // A phrase's score is the sum of those of its words, so each weighs a part.
  const boost = weight / text.split(" ").length;
  return { multi_match: { query: text, type: "phrase", fields, boost } };
}

/** A word, and less the words with the same stem. */
const forms = (text: string, weight: number, own = false): Alternative[] => [
  { form: "words", text, weight, own },
  { form: "stems", text, weight: weight * weights.stem, own },
];

/** Score of a word as it stands, more than a shorter title makes of it; other alternatives have less. */
const standing = 10;

/** The words of a search with everything that may stand for them. */
export class Expansion {
  readonly #alternatives: Alternative[][];

  constructor(words: readonly string[], synonymsOf: (phrase: readonly string[]) => readonly string[]) {
    this.#alternatives = words.map((text) => [
      ...forms(text, weights.exact, true),
      { form: "inflected", text, weight: weights.inflected, own: true },
      ...(text.length > 2 ? [{ form: "joined", text, weight: weights.joined, own: false } as const] : []),
    ]);
    for (const { from, to } of spansOf(words.length)) {
      const span = words.slice(from, to);
      const alternatives = synonymsOf(span).flatMap((text): Alternative[] =>
        text.includes(" ")
          ? [{ form: "phrase", text, weight: weights.synonym, own: false }]
          : forms(text, weights.synonym),
      );
      if (span.length > 1) alternatives.push(...forms(span.join(""), weights.joined));
      for (let at = from; at < to; at++) this.#alternatives[at]?.push(...alternatives);
    }
  }

  correct(at: number, corrections: readonly string[]): void {
    this.#alternatives[at]?.push(...corrections.flatMap((word) => forms(word, weights.correction)));
  }

  /** For each word, the items with any of its alternatives. The best one scores. */
  get queries(): TextQuery[] {
    const isLong = this.#alternatives.length > manyWords;
    const others = isLong ? anyAlone : titleAndAny;
    return this.#alternatives.map((alternatives) => ({
      matched: { bool: { should: alternatives.map(matched) } },
      scored: {
        bool: {
          must: [{ dis_max: { queries: alternatives.map((each) => scored(each, others)) } }],
          should: isLong ? [] : [standingOf(alternatives)],
        },
      },
    }));
  }

  /** For each word, the items that have more of it than its stem. */
  get known(): TextQuery[] {
    return this.#alternatives.map((alternatives) => {
      const beyondStems = alternatives.filter(({ weight }) => weight > weights.stem).map(matched);
      return { matched: { bool: { should: beyondStems } }, scored: { match_none: {} } };
    });
  }
}

/** Scores an item by the best alternative that it has, however long its fields are. */
const standingOf = (alternatives: readonly Alternative[]): Clause => ({
  dis_max: {
    queries: alternatives.map((each) => ({
      constant_score: { filter: matched(each), boost: each.weight * standing },
    })),
  },
});

const spansOf = (length: number): { from: number; to: number }[] =>
  Array.from({ length }, (_, from) => from).flatMap((from) =>
    Array.from({ length: Math.min(longestPhrase, length - from) }, (_, more) => ({
      from,
      to: from + more + 1,
    })),
  );

const allOf = (words: readonly TextQuery[]): TextQuery => ({
  matched: { bool: { filter: words.map(({ matched }) => matched) } },
  scored: { bool: { must: words.map(({ scored }) => scored) } },
});

/** Added to the score of items that have all words, which come before those with most. */
const allWords = 10_000;

/** Items with so many of the words, those with all words first. */
export const withWords = (words: readonly TextQuery[], needed: number): TextQuery =>
  needed === words.length ? allOf(words) : mostOf(words, needed);

const mostOf = (words: readonly TextQuery[], needed: number): TextQuery => ({
  matched: { bool: { should: words.map(({ matched }) => matched), minimum_should_match: needed } },
  scored: {
    bool: {
      must: [{ bool: { should: words.map(({ scored }) => scored), minimum_should_match: needed } }],
      should: [{ constant_score: { filter: allOf(words).matched, boost: allWords } }],
    },
  },
});

export const nothing: TextQuery = { matched: { match_none: {} }, scored: { match_none: {} } };
