import { candidates, searchWindow, smallSpan } from "./matches.schema.ts";
import { blockSize, numberBlock, type Span } from "./partitions.rules.ts";

/** The item numbers that a search covers. */
export interface NumberRange {
  first: number;
  last: number;
  /** Whether the site has so many of all listings that its key narrows a search too little. */
  large: boolean;
}

type Ends = Omit<NumberRange, "large">;

// A catalog of so few blocks is read whole.
const fewBlocks = smallSpan / blockSize;
/** Blocks of the first step when the number of matches is unknown. */
const firstStep = 4;
/** Reads a tenth more than the density asks for, so that a further step for the last few matches is rare. */
const margin = 1.1;
/** Reads the whole rest when it holds at most so many times the missing matches. */
const wholeRestFactor = 2;

/** How many matches are ranked and counted by key. */
export const candidateLimitOf = (range: Ends | undefined): number =>
  range && range.last - range.first < smallSpan ? searchWindow : candidates;

export const spanOf = ({ first, last }: Ends): Span => ({
  from: numberBlock(first),
  to: numberBlock(last) + 1,
});

interface BlockScan {
  /** The highest item number in the blocks. */
  last: number;
  /** How many matches are enough. */
  wanted: number;
  /** How many matches there are, where counters know it. */
  known?: number | undefined;
  /** Reads the matches of some blocks and answers their number. */
  read(blocks: Span): Promise<number>;
}

/**
 * Reads blocks from the newest to the oldest until enough matches are found. The density of the matches so
 * far decides how many blocks the next step reads. Answers the unread blocks, `undefined` when there are
 * none.
 */
export async function scanNewestBlocks(
  all: Span,
  { last, wanted, known, read }: BlockScan,
): Promise<Span | undefined> {
  // The newest block is seldom full.
  const end = (last + 1) / blockSize;
  const blocks = end - all.from;
  if (blocks <= fewBlocks || (known !== undefined && known <= wanted)) {
    await read(all);
    return undefined;
  }
  let [to, found] = [all.to, 0];
  let width = known === undefined ? firstStep : Math.ceil((margin * blocks * wanted) / known);
  while (to > all.from && found < wanted) {
    // The last step takes a small rest along.
    const from = to - width * margin <= all.from ? all.from : to - width;
    found += await read({ from, to });
    to = from;
    width = nextWidth({ found, seen: end - to, rest: to - all.from, wanted });
  }
  return to > all.from ? { from: all.from, to } : undefined;
}

function nextWidth({
  found,
  seen,
  rest,
  wanted,
}: Record<"found" | "seen" | "rest" | "wanted", number>): number {
  const [density, missing] = [found / seen, wanted - found];
  // Each further list of partitions costs more than some surplus matches.
  if (density * rest <= wholeRestFactor * missing) return rest;
  // Few matches estimate the density badly, hence a margin that shrinks with their number.
  return Math.max(1, Math.ceil(((margin + 1 / Math.sqrt(found)) * missing) / density));
}

/**
 * Estimates the number of matches from their density in the blocks that were read. Adds a tenth, so that the
 * estimate is seldom too low: pages end where the total does.
 */
export function estimate(found: number, { first, last }: Ends, unread: Span): number {
  const seen = last + 1 - unread.to * blockSize;
  return Math.max(found + 1, Math.ceil((1.1 * found * (last + 1 - first)) / seen));
}
