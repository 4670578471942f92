import { blockSize, numberBlock, type Span } from "./places.ts";

/** The lowest and the highest number among which a search looks. */
export interface Extent {
  first: number;
  last: number;
}

// A catalog of so few blocks is read whole.
const few = 8;
/** Blocks that a search for unknown words looks into first: what is frequent shows, what is rare has cost little. */
const firstLook = 4;
// A little more than what should do, so that the last bit seldom needs a look of its own.
const margin = 1.15;

export const spanOf = ({ first, last }: Extent): Span => ({
  from: numberBlock(first),
  to: numberBlock(last) + 1,
});

interface Walk {
  /** The highest number in the blocks. */
  last: number;
  /** How many matches are wanted. */
  wanted: number;
  /** How many there are, where that is known. */
  known?: number | undefined;
  /** Finds the matches of some blocks; answers how many there were. */
  read(blocks: Span): Promise<number>;
}

/**
 * Goes through blocks from the newest on until enough was found; how dense matches are so far says how many blocks come next.
 * Answers the blocks that were not looked into; `undefined` when there are none.
 */
export async function walkNewest(all: Span, { last, wanted, known, read }: Walk): Promise<Span | undefined> {
  // The newest block is seldom full.
  const end = (last + 1) / blockSize;
  const blocks = end - all.from;
  if (blocks <= few || (known !== undefined && known <= wanted)) {
    await read(all);
    return undefined;
  }
  let [to, found] = [all.to, 0];
  let width = known === undefined ? firstLook : Math.ceil((margin * blocks * wanted) / known);
  while (to > all.from && found < wanted) {
    // A small rest is not left for another look.
    const from = to - width * margin <= all.from ? all.from : to - width;
    found += await read({ from, to });
    to = from;
    width = nextWidth({ found, seen: end - to, missing: wanted - found });
  }
  return to > all.from ? { from: all.from, to } : undefined;
}

function nextWidth({ found, seen, missing }: { found: number; seen: number; missing: number }): number {
  const enough = Math.ceil((margin * missing * seen) / Math.max(found, 1));
  // Few matches say little of their density.
  return found < 16 ? Math.max(Math.ceil(16 * seen), enough) : Math.max(1, enough);
}

/**
 * How many matches there are likely to be, by those in the blocks that were looked into. A tenth more, so that pages seldom
 * end before the matches do.
 */
export function estimate(found: number, { first, last }: Extent, unread: Span): number {
  const seen = last + 1 - unread.to * blockSize;
  return Math.max(found + 1, Math.ceil((1.1 * found * (last + 1 - first)) / seen));
}
