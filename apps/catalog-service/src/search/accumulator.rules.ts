import type { Sort } from "./search.schema.ts";

/** A row of `matchSql`; lists come as text: thousands of numbers are read several times faster so than as an array. */
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

/** Matches as they are found, from the newest on. */
export interface Found {
  /** How many are looked at closely. */
  closely: number;
  /** How many were found. */
  total: number;
  /** The newest, which were looked at closely. */
  candidates: Candidate[];
  /** The numbers of the others. */
  behind: number[];
  keys: Record<string, number>;
}

export const nothing = (closely: number): Found => ({
  closely,
  total: 0,
  candidates: [],
  behind: [],
  keys: {},
});

/** Adds what was found among older listings. */
export function add(found: Found, { total, numbers, prices, ranks, keys }: Row): void {
  const [newer, priced, ranked] = [numbersOf(numbers), prices?.split(",") ?? [], numbersOf(ranks)];
  for (const [index, no] of newer.entries()) {
    const price = priced[index];
    if (price === undefined || found.candidates.length === found.closely) found.behind.push(no);
    else found.candidates.push({ no, price: price === "" ? null : Number(price), rank: ranked[index] ?? 0 });
  }
  found.total += total;
  for (const [key, n] of Object.entries(keys ?? {})) found.keys[key] = (found.keys[key] ?? 0) + n;
}

/** All numbers in the order asked for: by relevance the candidates are ranked, with the others behind. */
export function ordered({ candidates, behind }: Found, sort: Sort): number[] {
  const places = {
    relevance: (a: Candidate, b: Candidate) => b.rank - a.rank || b.no - a.no,
    price_asc: (a: Candidate, b: Candidate) => byPrice(a, b, 1) || a.no - b.no,
    price_desc: (a: Candidate, b: Candidate) => byPrice(a, b, -1) || b.no - a.no,
  };
  return [...candidates.toSorted(places[sort]).map(({ no }) => no), ...behind];
}

/** Those without a price come last, whatever the direction. */
function byPrice(a: Candidate, b: Candidate, direction: 1 | -1): number {
  if (a.price === null || b.price === null) return Number(a.price === null) - Number(b.price === null);
  return direction * (a.price - b.price);
}

/** Prices of the candidates, ascending. */
export const pricesOf = ({ candidates }: Found): number[] =>
  candidates.flatMap(({ price }) => (price === null ? [] : [price])).sort((a, b) => a - b);

/** Numbers of a comma list. */
export const numbersOf = (text: string | null | undefined): number[] =>
  text ? text.split(",").map(Number) : [];
