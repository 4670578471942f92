import { candidates, searchWindow, smallSpan } from "./matches.schema.ts";
import { blockSize, numberBlock, type Span } from "./partitions.rules.ts";

/** Among which listings a search looks. */
export interface Extent {
  /** The lowest and the highest number. */
  first: number;
  last: number;
  /** Whether they are so many of all listings that they need no list of their own in a look for what is rare. */
  large: boolean;
}

// A catalog of so few blocks is read whole.
const few = smallSpan / blockSize;
/** Blocks that a search for unknown words looks into first: what is frequent shows, what is rare has cost little. */
const firstLook = 4;
// A little more than what should do, so that the last bit seldom needs a look of its own.
const margin = 1.1;
/** So many times what is missing may be read at once. */
const tooMany = 2;

/** How many matches are looked at closely. */
export const closelyIn = (extent: Omit<Extent, "large"> | undefined): number =>
  extent && extent.last - extent.first < smallSpan ? searchWindow : candidates;

export const spanOf = ({ first, last }: Omit<Extent, "large">): Span => ({
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
    width = nextWidth({ found, seen: end - to, rest: to - all.from, wanted });
  }
  return to > all.from ? { from: all.from, to } : undefined;
}

/** How many blocks are looked into next. */
function nextWidth({
  found,
  seen,
  rest,
  wanted,
}: Record<"found" | "seen" | "rest" | "wanted", number>): number {
  const [dense, missing] = [found / seen, wanted - found];
  // To go through the lists of blocks for few matches costs more than to read some matches too many.
  if (dense * rest <= tooMany * missing) return rest;
  // The fewer were found, the less is known of their density.
  return Math.max(1, Math.ceil(((margin + 1 / Math.sqrt(found)) * missing) / dense));
}

/**
 * How many matches there are likely to be, by those in the blocks that were looked into. A tenth more, so that pages seldom
 * end before the matches do.
 */
export function estimate(found: number, { first, last }: Omit<Extent, "large">, unread: Span): number {
  const seen = last + 1 - unread.to * blockSize;
  return Math.max(found + 1, Math.ceil((1.1 * found * (last + 1 - first)) / seen));
}
