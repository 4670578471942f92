import { editDistance } from "@marketplace/conventions";
import type { CatalogDatabase } from "@marketplace/database/catalog";

/** Corrections of one word. */
const mostAlternatives = 3;

/** Words of one text that are counted and corrected. */
const mostCorrected = 8;

/** The edit distance up to which a word of this length is corrected. */
const tolerance = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

const digitsOf = (word: string): string => word.replaceAll(/\D/g, "");

/** Candidates within the tolerated distance and with the same digits, the closest first. */
export function closeWords(word: string, candidates: readonly string[]): { word: string; edits: number }[] {
  const limit = tolerance(word);
  const digits = digitsOf(word);
  return candidates
    .filter((candidate) => digitsOf(candidate) === digits)
    .map((candidate) => ({ word: candidate, edits: editDistance(word, candidate, limit) }))
    .filter(({ edits }) => edits > 0 && edits <= limit)
    .sort((a, b) => a.edits - b.edits);
}

/** The word with each two adjacent letters swapped: trigrams of a short word miss these. */
export const swapped = (word: string): string[] =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );

export type SpellingRepo = ReturnType<typeof createSpellingRepo>;

/** A word in so many listings is not corrected. */
const some = 3;
/** A rare word is corrected only to words in so many listings. */
const many = 20;

const wordsOf = "SELECT tsvector_to_array(to_tsvector('marketplace_words', word_by_word($1))) AS words";
// Unstemmed: many listings may share the stem of a word that none has.
const lexemes = `
  SELECT word, coalesce(whole_query($1, word), plainto_tsquery(search_config($1), search_text($1, word)))::text AS lexeme
  FROM unnest($2::text[]) word`;

// Forces the GIN index: a sequential scan for a word that only other sites have reads all listings.
const settings = `
  SELECT set_config('pg_trgm.similarity_threshold', '0.2', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_indexscan', 'off', true)`;
const similarWords = `
  SELECT word FROM search_words WHERE site_id = $1 AND (word % $2 OR word = ANY ($3::text[]))
  ORDER BY word = ANY ($3::text[]) DESC, similarity(word, $2) DESC, word LIMIT 30`;

/** A word and the number of listings that have it, up to the limit of the count. */
interface Listed {
  word: string;
  listings: number;
}

/** Corrects words by those of a site's titles. */
export function createSpellingRepo(db: CatalogDatabase) {
  const rows = <T extends object>(sql: string, ...values: unknown[]) => db.query<T>(sql, values);

  /** Counts up to `most` listings per word. A stop word such as "de" counts as `most`. */
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

  /** The closest corrections of a word; all of them when several are equally close. */
  async function correctionsOf(siteId: string, { word, listings }: Listed): Promise<string[]> {
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
    /**
     * A query in which a word that no listing has may also be its corrections, and a rare word those that are
     * common; `unknown` if there is such a word. `undefined` when nothing is corrected.
     */
    async corrected(siteId: string, text: string) {
      const [parsed] = await rows<{ words: string[] }>(wordsOf, text);
      const words = parsed?.words ?? [];
      const counted = words.filter((word) => tolerance(word) > 0).slice(0, mostCorrected);
      if (counted.length === 0) return undefined;
      const { corrections, unknown } = await db.transaction(async () => {
        await rows(settings);
        const rare = (await listed(siteId, counted, some)).filter(({ listings }) => listings < some);
        const corrections = new Map<string, string[]>();
        for (const each of rare) corrections.set(each.word, await correctionsOf(siteId, each));
        return { corrections, unknown: rare.some(({ listings }) => listings === 0) };
      });
      if (![...corrections.values()].some((each) => each.length > 0)) return undefined;
      const tsquery = words
        .map((word) => `(${[word, ...(corrections.get(word) ?? [])].map(quoted).join(" | ")})`)
        .join(" & ");
      return { tsquery, unknown };
    },
  };
}

/** A word as an operand of to_tsquery. */
const quoted = (word: string): string => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
