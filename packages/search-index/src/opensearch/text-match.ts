import { common, few, type SearchRules, searchWords } from "../engine/query-words.ts";
import type { Server } from "./server.ts";
import { correctionsOf } from "./spelling.ts";
import { allOf, Expansion, mostOf, nothing, type TextQuery } from "./text-query.ts";

export interface Rules extends SearchRules {
  stem(word: string): string;
}

interface Site {
  server: Server;
  /** Alias of its index. */
  index: string;
  rules: Rules;
}

/**
 * The query for a text. Filters do not decide what it is: a facet's count holds when it is applied. So the
 * words are counted in the whole site, up to what matters.
 */
export async function textQuery(text: string, site: Site): Promise<TextQuery> {
  const { rules } = site;
  const words = searchWords(text, rules.stopWords);
  if (words.length === 0) return nothing;
  const synonymsOf = (phrase: readonly string[]) =>
    rules.synonyms.get(phrase.map(rules.stem).join(" ")) ?? [];
  const expansion = new Expansion(words, synonymsOf);
  const asWritten = expansion.queries;
  const [total = 0, ...counts] = await countUpToFew(
    [allOf(asWritten), ...asWritten, ...expansion.known],
    site,
  );
  const known = counts.splice(words.length);
  await correctRare({ expansion, words, counts, known }, site);
  const { queries } = expansion;
  const most = Math.floor(words.length / 2) + 1;
  if (total >= few) return allOf(queries);
  const [whole = 0, filled = 0] = await countUpToFew([allOf(queries), mostOf(queries, most)], site);
  if (whole >= few || (most >= words.length && whole > 0)) return allOf(queries);
  if (filled > 0 || words.some((word) => /\d/.test(word)))
    return mostOf(queries, Math.min(most, words.length));
  return mostOf(queries, Math.ceil(words.length / 2));
}

interface Counted {
  expansion: Expansion;
  words: readonly string[];
  counts: readonly number[];
  /** Counts of items that have more of the word than its stem. */
  known: readonly number[];
}

/** Adds corrections of rare words. */
async function correctRare({ expansion, words, counts, known }: Counted, site: Site): Promise<void> {
  const rare = words.flatMap((word, at) => {
    if (known[at] === 0) return [{ at, word, enough: 1 }];
    return (counts[at] ?? 0) < few ? [{ at, word, enough: common }] : [];
  });
  if (rare.length === 0) return;
  const corrections = await correctionsOf(rare, site);
  for (const [index, { at }] of rare.entries()) expansion.correct(at, corrections[index] ?? []);
}

async function countUpToFew(queries: readonly TextQuery[], { server, index }: Site): Promise<number[]> {
  interface Answer {
    hits: { total: { value: number } };
  }
  const searches = queries.map(({ matched }) => ({
    index,
    body: { size: 0, track_total_hits: few, query: { constant_score: { filter: matched } } },
  }));
  const answers = await server.searches<Answer>(searches);
  return answers.map(({ hits }) => hits.total.value);
}
