import type { Sort } from "./search.schema.ts";

/** A row of `matchSql`. Lists are text, which node-postgres reads several times faster than arrays. */
export interface Row {
  total: number;
  numbers: string | null;
  prices: string | null;
  ranks: string | null;
  keys: Record<string, number> | null;
}

interface Candidate {
  no: number;
  price: number | null;
  rank: number;
}

/** Collects matches while a block scan goes from the newest listings to the oldest. */
export interface Accumulator {
  /** How many matches become candidates, which are ranked and counted by key. */
  candidateLimit: number;
  total: number;
  /** The newest matches. */
  candidates: Candidate[];
  /** Item numbers of the older matches. */
  older: number[];
  keys: Record<string, number>;
}

export const emptyAccumulator = (candidateLimit: number): Accumulator => ({
  candidateLimit,
  total: 0,
  candidates: [],
  older: [],
  keys: {},
});

/** Adds a row, which must hold older matches than the rows before it. */
export function accumulate(into: Accumulator, { total, numbers, prices, ranks, keys }: Row): void {
  const [newer, priced, ranked] = [numbersOf(numbers), prices?.split(",") ?? [], numbersOf(ranks)];
  for (const [index, no] of newer.entries()) {
    const price = priced[index];
    if (price === undefined || into.candidates.length === into.candidateLimit) into.older.push(no);
    else into.candidates.push({ no, price: price === "" ? null : Number(price), rank: ranked[index] ?? 0 });
  }
  into.total += total;
  for (const [key, n] of Object.entries(keys ?? {})) into.keys[key] = (into.keys[key] ?? 0) + n;
}

/** All numbers in the order of the search; the matches that are no candidates come last, newest first. */
export function ordered({ candidates, older }: Accumulator, sort: Sort): number[] {
  const orders = {
    relevance: (a: Candidate, b: Candidate) => b.rank - a.rank || b.no - a.no,
    price_asc: (a: Candidate, b: Candidate) => byPrice(a, b, 1) || a.no - b.no,
    price_desc: (a: Candidate, b: Candidate) => byPrice(a, b, -1) || b.no - a.no,
  };
  return [...candidates.toSorted(orders[sort]).map(({ no }) => no), ...older];
}

/** Matches without a price come last in both directions. */
function byPrice(a: Candidate, b: Candidate, direction: 1 | -1): number {
  if (a.price === null || b.price === null) return Number(a.price === null) - Number(b.price === null);
  return direction * (a.price - b.price);
}

/** Prices of the candidates, ascending. */
export const pricesOf = ({ candidates }: Accumulator): number[] =>
  candidates.flatMap(({ price }) => (price === null ? [] : [price])).sort((a, b) => a - b);

/** Reads a list of numbers with commas between them. */
export const numbersOf = (text: string | null | undefined): number[] =>
  text ? text.split(",").map(Number) : [];
