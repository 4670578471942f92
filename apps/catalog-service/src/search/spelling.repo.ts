import type { CatalogDatabase } from "@marketplace/database/catalog";
import { editDistance } from "./edit-distance.rules.ts";

/** Words a mistyped one may have meant, at most. */
const mostAlternatives = 3;

/** Words of one text that are counted, and corrected, at most. */
const mostCorrected = 8;

/** Edits that a word of this length may be away from what was meant. */
const tolerance = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

const digitsOf = (word: string): string => word.replaceAll(/\D/g, "");

/** The words that are close enough to have been meant, the closest first, with how many edits they are away: another number is another thing. */
export function closeWords(word: string, candidates: readonly string[]): { word: string; edits: number }[] {
  const limit = tolerance(word);
  const digits = digitsOf(word);
  return candidates
    .filter((candidate) => digitsOf(candidate) === digits)
    .map((candidate) => ({ word: candidate, edits: editDistance(word, candidate, limit) }))
    .filter(({ edits }) => edits > 0 && edits <= limit)
    .sort((a, b) => a.edits - b.edits);
}

/** The word with the letters of each two neighbours swapped: short words have few trigrams in common with these. */
export const swapped = (word: string): string[] =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );

/** What a text was probably meant to be. */
export interface Corrected {
  tsquery: string;
  /** Whether a word of the text stands in no title, brand, model or category: what matches it there shares its stem alone. */
  unknown: boolean;
}

/** Knows the words of a site's titles. */
export interface Spelling {
  /**
   * A query in which a word that no listing has may also be what it was probably meant to be, and one that hardly any has what it
   * was meant to be if many have that; `undefined` when there is no such word.
   */
  corrected(siteId: string, text: string): Promise<Corrected | undefined>;
}

/** Listings that make a word stand for itself alone; and those that the other way of writing it needs then. */
const [some, many] = [3, 20];

const wordsOf = "SELECT tsvector_to_array(to_tsvector('marketplace_words', word_by_word($1))) AS words";
// As they stand: many listings may share the stem of a word that none has.
const lexemes = `
  SELECT word, coalesce(whole_query($1, word), plainto_tsquery(search_config($1), search_text($1, word)))::text AS lexeme
  FROM unnest($2::text[]) word`;

// Words are counted by the search index: of a word that only other sites have, looking at listings one by one would find none for long.
const settings = `
  SELECT set_config('pg_trgm.similarity_threshold', '0.2', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_indexscan', 'off', true)`;
const similarWords = `
  SELECT word FROM search_words WHERE site_id = $1 AND (word % $2 OR word = ANY ($3::text[]))
  ORDER BY word = ANY ($3::text[]) DESC, similarity(word, $2) DESC, word LIMIT 30`;

/** A word, and how many listings have it, as far as was counted. */
interface Listed {
  word: string;
  listings: number;
}

export function spelling(db: CatalogDatabase): Spelling {
  const rows = <T>(sql: string, ...values: unknown[]) => db.current().$queryRawUnsafe<T[]>(sql, ...values);

  /** Counts no further than `most`; what is no word to search for, as "de", counts as many. */
  async function listed(siteId: string, words: readonly string[], most: number): Promise<Listed[]> {
    const found = await rows<{ word: string; lexeme: string }>(lexemes, siteId, words);
    const counts = found.map(
      (_, index) => `(SELECT count(*)::int FROM (
        SELECT FROM listings WHERE site_id = $1 AND words @@ $${index + 2}::tsquery LIMIT ${most}) l)`,
    );
    const [row] = await rows<{ counts: number[] }>(
      `SELECT ARRAY[${counts.join()}]::int[] AS counts`,
      siteId,
      ...found.map(({ lexeme }) => lexeme),
    );
    return found.map(({ word, lexeme }, index) => ({
      word,
      listings: lexeme === "" ? most : (row?.counts[index] ?? 0),
    }));
  }

  /** What a word of so many listings was meant to be: the closest, all of them when several are equally close. */
  async function meant(siteId: string, { word, listings }: Listed): Promise<string[]> {
    const similar = await rows<{ word: string }>(similarWords, siteId, word, swapped(word));
    const close = closeWords(
      word,
      similar.map((row) => row.word),
    );
    const enough = listings === 0 ? 1 : many;
    for (const alike of Map.groupBy(close, ({ edits }) => edits).values()) {
      const known = await listed(
        siteId,
        alike.map((row) => row.word),
        enough,
      );
      const possible = known.filter((row) => row.listings >= enough);
      if (possible.length > 0) return possible.slice(0, mostAlternatives).map((row) => row.word);
    }
    return [];
  }

  return {
    async corrected(siteId, text) {
      const [asked] = await rows<{ words: string[] }>(wordsOf, text);
      const words = asked?.words ?? [];
      const counted = words.filter((word) => tolerance(word) > 0).slice(0, mostCorrected);
      if (counted.length === 0) return undefined;
      const { others, unknown } = await db.transaction(async () => {
        await rows(settings);
        const rare = (await listed(siteId, counted, some)).filter(({ listings }) => listings < some);
        const others = new Map<string, string[]>();
        for (const each of rare) others.set(each.word, await meant(siteId, each));
        return { others, unknown: rare.some(({ listings }) => listings === 0) };
      });
      if (![...others.values()].some((meanings) => meanings.length > 0)) return undefined;
      const tsquery = words
        .map((word) => `(${[word, ...(others.get(word) ?? [])].map(quoted).join(" | ")})`)
        .join(" & ");
      return { tsquery, unknown };
    },
  };
}

/** A word as an operand of to_tsquery. */
const quoted = (word: string): string => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
