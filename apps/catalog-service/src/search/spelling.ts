import type { CatalogDatabase } from "@marketplace/database/catalog";
import { editDistance } from "./edit-distance.ts";

/** Words a mistyped one may have meant, at most. */
const mostAlternatives = 3;

/** Edits that a word of this length may be away from what was meant. */
const tolerance = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

/** The closest of the words that are close enough; all of them when several are equally close. */
export function closest(word: string, candidates: readonly string[]): string[] {
  const limit = tolerance(word);
  const distances = candidates.map((candidate) => [candidate, editDistance(word, candidate, limit)] as const);
  const best = Math.min(...distances.map(([, distance]) => distance));
  if (best > limit) return [];
  return distances
    .filter(([, distance]) => distance === best)
    .map(([candidate]) => candidate)
    .slice(0, mostAlternatives);
}

/** Knows the words of a site's titles. */
export interface Spelling {
  /** A tsquery in which every word that no title has may also be what it was probably meant to be; `undefined` when none. */
  corrected(siteId: string, text: string): Promise<string | undefined>;
}

// A word that is spelled as some title has it stands for itself alone.
const unknownWords = `
  SELECT word, EXISTS (SELECT FROM search_words s WHERE s.site_id = $1 AND s.word = w.word) AS known
  FROM unnest(tsvector_to_array(to_tsvector('marketplace_words', word_by_word($2)))) w(word)`;

// Two letters changed places leave a short word few trigrams in common.
const lowestSimilarity = "SELECT set_config('pg_trgm.similarity_threshold', '0.2', true)";
const similarWords = `
  SELECT word FROM search_words WHERE site_id = $1 AND word % $2 ORDER BY similarity(word, $2) DESC, word LIMIT 30`;

export function spelling(db: CatalogDatabase): Spelling {
  const rows = <T>(sql: string, ...values: unknown[]) => db.current().$queryRawUnsafe<T[]>(sql, ...values);
  const similar = async (siteId: string, word: string): Promise<string[]> =>
    closest(
      word,
      (await rows<{ word: string }>(similarWords, siteId, word)).map((row) => row.word),
    );
  return {
    async corrected(siteId, text) {
      const words = await rows<{ word: string; known: boolean }>(unknownWords, siteId, text);
      if (!words.some(({ word, known }) => !known && tolerance(word) > 0)) return undefined;
      return db.transaction(async () => {
        await rows(lowestSimilarity);
        let changed = false;
        const parts: string[] = [];
        for (const { word, known } of words) {
          const meant = known ? [] : await similar(siteId, word);
          if (meant.length > 0) changed = true;
          parts.push(`(${[word, ...meant].map(quoted).join(" | ")})`);
        }
        return changed ? parts.join(" & ") : undefined;
      });
    },
  };
}

/** A word as an operand of to_tsquery. */
const quoted = (word: string): string => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
