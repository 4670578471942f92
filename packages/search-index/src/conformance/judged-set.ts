import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A judged set: queries, documents, and how well some of the documents answer a query. */
export interface JudgedSet {
  documents: { id: string; title: string; brand?: string; attributes?: string; category?: string }[];
  queries: { id: string; text: string }[];
  /** By query, then by document: 0 is not relevant. */
  ratings: Map<string, Map<string, number>>;
}

/** Reads the three files that README.md describes. */
export function readJudgedSet(folder: string): JudgedSet {
  const lines = <T>(name: string): T[] =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line));
  const ratings: JudgedSet["ratings"] = new Map();
  for (const { query, document, rating } of lines<{ query: string; document: string; rating: number }>(
    "ratings.jsonl",
  )) {
    const ofQuery = ratings.get(`${query}`) ?? new Map<string, number>();
    ratings.set(`${query}`, ofQuery.set(`${document}`, rating));
  }
  return { documents: lines("documents.jsonl"), queries: lines("queries.jsonl"), ratings };
}

export interface Relevance {
  ndcg: number;
  precision: number;
  zeroResults: number;
  queries: number;
}

const depth = 10;

/**
 * Mean NDCG@10 (gain 2^rating - 1) and P@10 over the queries with a relevant document. A document without a
 * rating is not relevant. Zero results are counted over the same queries.
 */
export function relevanceOf(
  { queries, ratings }: JudgedSet,
  found: ReadonlyMap<string, string[]>,
): Relevance {
  const rated = queries.filter(({ id }) =>
    [...(ratings.get(`${id}`)?.values() ?? [])].some((rating) => rating > 0),
  );
  const scores = rated.map(({ id }) => {
    const ofQuery = ratings.get(`${id}`) ?? new Map<string, number>();
    const got = (found.get(`${id}`) ?? []).slice(0, depth).map((document) => ofQuery.get(document) ?? 0);
    const best = [...ofQuery.values()].sort((a, b) => b - a).slice(0, depth);
    return {
      ndcg: gainOf(got) / gainOf(best),
      precision: got.filter((rating) => rating > 0).length / depth,
      none: (found.get(`${id}`)?.length ?? 0) === 0 ? 1 : 0,
    };
  });
  const sum = (value: (score: (typeof scores)[number]) => number): number =>
    scores.reduce((total, score) => total + value(score), 0);
  return {
    ndcg: sum(({ ndcg }) => ndcg) / scores.length,
    precision: sum(({ precision }) => precision) / scores.length,
    zeroResults: sum(({ none }) => none),
    queries: scores.length,
  };
}

const gainOf = (ratings: readonly number[]): number =>
  ratings.reduce((sum, rating, at) => sum + (2 ** rating - 1) / Math.log2(at + 2), 0);
