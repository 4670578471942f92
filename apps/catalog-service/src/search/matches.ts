/** How many matches are counted; also how deep pages reach (decisions 1.8). */
export const searchWindow = 10_000;

/** How many of them are ranked and made facets of. */
export const candidates = 2_000;

/** How many matches are in a range of prices, both ends included; `undefined` is an open end. */
export interface PricePart {
  from: number | undefined;
  to: number | undefined;
  results: number;
}

/** What matches, up to the window. */
export interface Matches {
  /** Number of matches; over the window when there are more. */
  total: number;
  /** Item numbers in order; `undefined` when an index gives the pages. */
  numbers: number[] | undefined;
  /** Matches per key of listings; of a larger set those among its candidates. */
  keys: Record<string, number>;
  prices: PricePart[];
  /** What was looked for in place of mistyped words. */
  tsquery?: string | undefined;
}

/** Orders that an index has. */
export type IndexedSort = "newest" | "price_asc" | "price_desc";
