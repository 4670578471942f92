import type { Found } from "../port.ts";

/** Estimates a little below the thirds: reading begins there. */
export const percents = [31, 64] as const;

/** Different prices that are read at once. */
export const pricesAtOnce = 2_000;

/** Counts of prices in cents, from one on. */
export interface PriceBlock {
  /** Items with a lower price. */
  below: number;
  buckets: readonly { key: number; doc_count: number }[];
  /** Whether there are higher prices than those of the buckets. */
  more: boolean;
}

export type ReadPrices = (from: number) => Promise<PriceBlock>;

const lowest = Number.MIN_SAFE_INTEGER;

/**
 * Up to three price ranges with about a third of the prices each, as `priceRanges` has them. Percentiles of a
 * server are estimates, so the exact prices around them are read.
 */
export async function priceThirds(
  { count, estimates }: { count: number; estimates: readonly [number, number] },
  readBlock: ReadPrices,
): Promise<Found["prices"]> {
  if (count === 0) return [];
  const [nearFirst, nearSecond] = count <= pricesAtOnce ? [lowest, lowest] : estimates.map(Math.floor);
  const read = remembered(readBlock);
  // Both at once; the second one is asked for again below.
  const blocks = Promise.all([read(nearFirst ?? lowest), read(nearSecond ?? lowest)]);
  await blocks;
  const first = await nthPrice(Math.ceil(count / 3), nearFirst ?? lowest, read);
  if (first.upTo === count) return [{ from: undefined, to: first.price / 100, results: count }];
  const below = { from: undefined, to: first.price / 100, results: first.upTo };
  const from = (first.price + 1) / 100;
  const rank = Math.max(first.upTo + 1, Math.ceil((count * 2) / 3));
  const second = await nthPrice(rank, nearSecond ?? lowest, read);
  if (second.upTo === count) return [below, { from, to: undefined, results: count - first.upTo }];
  return [
    below,
    { from, to: second.price / 100, results: second.upTo - first.upTo },
    { from: (second.price + 1) / 100, to: undefined, results: count - second.upTo },
  ];
}

function remembered(read: ReadPrices): ReadPrices {
  const blocks = new Map<number, Promise<PriceBlock>>();
  return (from) => {
    const block = blocks.get(from) ?? read(from);
    blocks.set(from, block);
    return block;
  };
}

/** The price of a rank, counted from 1, and the number of prices up to it. */
async function nthPrice(
  rank: number,
  near: number,
  read: ReadPrices,
): Promise<{ price: number; upTo: number }> {
  for (let from = near; ; ) {
    const { below, buckets, more } = await read(from);
    let upTo = below;
    for (const { key, doc_count } of below < rank ? buckets : []) {
      upTo += doc_count;
      if (upTo >= rank) return { price: key, upTo };
    }
    const last = buckets.at(-1)?.key ?? from;
    // Items that changed between two requests may leave fewer prices than there were.
    if (below < rank && !more) return { price: last, upTo };
    // An estimate that was too high: from the lowest price on.
    from = below < rank ? last + 1 : lowest;
    if (below >= rank && near === lowest) return { price: last, upTo };
  }
}
