// Blocks of listings, as listing_places of the database names them: a search takes its matches block by block.

/** From a block up to, and without, another; in the smallest blocks. */
export interface Span {
  from: number;
  to: number;
}

/** Numbers of items in the smallest block of numbers. */
export const blockSize = 4_096;

// How many of the smallest blocks are in one of each size.
const sizes = { n: [1, 8, 64, 512], p: [1, 8] };

/** The block that a number is in. */
export const numberBlock = (no: number): number => Math.floor(no / blockSize);

const bits = new DataView(new ArrayBuffer(8));

/** The block that a price is in: sixteen from a price to its double. */
export function priceBlock(price: number): number {
  bits.setFloat64(0, Math.max(price, 1));
  return bits.getUint16(0);
}

/** The start of the largest block that a number's block is in. */
export const largestFrom = (block: number): number => block - (block % 512);

/** The fewest blocks that make a span: by number (`n`) or by price (`p`). */
export function placesIn(siteId: string, axis: "n" | "p", { from, to }: Span): string[] {
  const places: string[] = [];
  for (let at = from; at < to; ) {
    const fits = (each: number): boolean => at % each === 0 && at + each <= to;
    const level = Math.max(0, sizes[axis].findLastIndex(fits));
    const size = sizes[axis][level] ?? 1;
    places.push(`${siteId}${axis}${level}:${at / size}`);
    at += size;
  }
  return places;
}

/** Where listings without a price are. */
export const unpriced = (siteId: string): string[] => [`${siteId}p`];
