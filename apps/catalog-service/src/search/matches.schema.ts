import type { Span } from "./partitions.rules.ts";

/** The last result that pages reach (decisions 1.8). */
export const searchWindow = 10_000;

/** In a large catalog only so many matches, the newest, are ranked and counted by key. */
export const candidates = 1_000;

/** A category, or without one a catalog, whose item numbers span no more is searched whole. */
export const smallSpan = 131_072;

/** The number of matches in a price range, both ends included; `undefined` is an open end. */
export interface PriceFacet {
  from: number | undefined;
  to: number | undefined;
  results: number;
}

/** The set of matches of a search. */
export interface Matches {
  /** Number of matches; an estimate when blocks are unread and no counter knows it. */
  total: number;
  /** Item numbers in the order of the search; `undefined` when an index gives the pages. */
  numbers: number[] | undefined;
  /** Blocks that the scan did not need; their matches are older than all of `numbers`. */
  unread?: Span | undefined;
  /** Number of matches per key of listings; of a larger set those among its candidates. */
  keys: Record<string, number>;
  prices: PriceFacet[];
  /** Prices of candidates, ascending: an estimate of how the prices of all matches are distributed. */
  sample?: readonly number[];
  /** The query with corrections of mistyped words. */
  tsquery?: string | undefined;
}
