import { enoughMatches, filledUpTo, fillUpOf, manyItems } from "../engine/matches.ts";
import { common, rare, type SearchRules, searchWords } from "../engine/query-words.ts";
import type { Server } from "./server.ts";
import { correctionsOf } from "./spelling.ts";
import { type Clause, Expansion, nothing, type TextQuery, withWords } from "./text-query.ts";

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
  const counts = await countUpTo(rare, [...asWritten, ...expansion.known], site);
  const known = counts.splice(words.length);
  await correctRare({ expansion, words, counts, known }, site);
  return filledUp(expansion.queries, site);
}

/** All words, or as many as enough items have: then the best of these items. */
async function filledUp(queries: readonly TextQuery[], site: Site): Promise<TextQuery> {
  const all = queries.length;
  const fewerAndFewer = queries.map((_, less) => withWords(queries, all - less));
  const counted = await countUpTo(manyItems, [...queries, ...fewerAndFewer], site);
  const fillUp = fillUpOf(counted.slice(0, all));
  let needed = all;
  while (needed > 1 && (counted[all + all - needed] ?? 0) < enoughMatches(fillUp, needed - 1)) needed--;
  const query = withWords(queries, needed);
  if (needed === all) return query;
  const { matched } = await bestOf(query, site);
  return { matched, scored: { bool: { must: [query.scored], filter: [matched] } } };
}

/** The best items of a query, by number. */
async function bestOf({ scored }: TextQuery, { server, index }: Site): Promise<{ matched: Clause }> {
  interface Answer {
    hits: { hits: { sort: [score: number, no: number] }[] };
  }
  const body = {
    size: filledUpTo,
    _source: false,
    query: scored,
    sort: [{ _score: "desc" }, { no: "desc" }],
  };
  const [answer] = await server.searches<Answer>([{ index, body }]);
  return { matched: { terms: { no: answer?.hits.hits.map(({ sort }) => sort[1]) ?? [] } } };
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
  const mistyped = words.flatMap((word, at) => {
    if (known[at] === 0) return [{ at, word, enough: 1 }];
    return (counts[at] ?? 0) < rare ? [{ at, word, enough: common }] : [];
  });
  if (mistyped.length === 0) return;
  const corrections = await correctionsOf(mistyped, site);
  for (const [index, { at }] of mistyped.entries()) expansion.correct(at, corrections[index] ?? []);
}

async function countUpTo(
  most: number,
  queries: readonly TextQuery[],
  { server, index }: Site,
): Promise<number[]> {
  interface Answer {
    hits: { total: { value: number } };
  }
  const searches = queries.map(({ matched }) => ({
    index,
    body: { size: 0, track_total_hits: most, query: { constant_score: { filter: matched } } },
  }));
  const answers = await server.searches<Answer>(searches);
  return answers.map(({ hits }) => hits.total.value);
}
