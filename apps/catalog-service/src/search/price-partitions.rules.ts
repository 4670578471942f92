import { priceBlock, type Span } from "./partitions.rules.ts";
import type { PriceRange } from "./search-query.schema.ts";

// The highest price that the database takes has 16 digits before its point.
const highest = 1e16;

/** The blocks of a range of prices. */
export const priceSpan = ({ from = 0, to = highest }: Partial<PriceRange>): Span => ({
  from: priceBlock(from),
  to: priceBlock(to) + 1,
});

interface Sample {
  /** Prices of some matches, ascending. */
  prices: readonly number[];
  /** How many matches one of these prices stands for. */
  each: number;
}

// Small samples err, and a surplus of matches costs less than a further step.
const margin = 1.5;
const spare = 4;

/**
 * Takes spans off a range of prices, from the lowest (1) or from the highest (-1) on. By the sample each span
 * holds about as many matches as asked for, and at least twice as many as the span before.
 */
export function priceSpans({ prices, each }: Sample, range: Span, direction: 1 | -1) {
  let { from, to } = range;
  let sampled = 0;
  return {
    /** `undefined` at the end of the range. */
    next(matches: number): Span | undefined {
      if (from >= to) return undefined;
      sampled = Math.max(2 * sampled, sampled + Math.ceil((margin * matches) / each) + spare);
      const edge = direction === 1 ? prices[sampled - 1] : prices[prices.length - sampled];
      const block = edge === undefined ? undefined : priceBlock(edge);
      if (direction === 1) {
        const span = { from, to: Math.min(to, Math.max(from, block ?? to) + 1) };
        from = span.to;
        return span;
      }
      const span = { from: Math.max(from, Math.min(to - 1, block ?? from)), to };
      to = span.from;
      return span;
    },
  };
}
