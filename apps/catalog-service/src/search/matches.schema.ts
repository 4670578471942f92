import type { Span } from "./partitions.rules.ts";

/** How deep pages reach (decisions 1.8). */
export const searchWindow = 10_000;

/** Up to how many matches are all found in a large catalog: ranked, counted and made facets of. Of more these are the newest. */
export const candidates = 1_000;

/** A category, or without one a catalog, whose item numbers span no more than this is searched whole, and as deep as pages reach. */
export const smallSpan = 131_072;

/** How many matches are in a range of prices, both ends included; `undefined` is an open end. */
export interface PricePart {
  from: number | undefined;
  to: number | undefined;
  results: number;
}

/** What matches. */
export interface Matches {
  /** Number of matches; an estimate when some are unread and nothing counts them. */
  total: number;
  /** Item numbers in the order of the search, or the first by relevance; `undefined` when an index gives the pages. */
  numbers: number[] | undefined;
  /** Blocks that the search has not looked into, because it had enough: what is there is older than all of `numbers`. */
  unread?: Span | undefined;
  /** Matches per key of listings; of a larger set those among its candidates. */
  keys: Record<string, number>;
  prices: PricePart[];
  /** Prices of candidates, ascending: how the prices of all matches are likely to lie. */
  sample?: readonly number[];
  /** What was looked for in place of mistyped words. */
  tsquery?: string | undefined;
}
