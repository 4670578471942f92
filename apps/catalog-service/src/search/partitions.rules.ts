// Partitions of the listings: keys of the GIN index that say in which block of item numbers and in which
// block of prices a listing lies. The SQL function `listing_places` makes the same keys.

/** Blocks from `from` up to, but without, `to`, counted in the smallest blocks. */
export interface Span {
  from: number;
  to: number;
}

/** Item numbers in the smallest block of numbers. */
export const blockSize = 4_096;

/** The sizes of blocks by level, in smallest blocks: of numbers and of prices. */
const sizes = { n: [1, 8, 64, 512], p: [1, 8] };

/** The block of an item number. */
export const numberBlock = (no: number): number => Math.floor(no / blockSize);

const bits = new DataView(new ArrayBuffer(8));

/** The block of a price: the high bits of its double, sixteen blocks per doubling. */
export function priceBlock(price: number): number {
  bits.setFloat64(0, Math.max(price, 1));
  return bits.getUint16(0);
}

/** The start of the largest block that holds this block of numbers. */
export const largestFrom = (block: number): number => block - (block % 512);

/** The fewest partition keys that cover a span: of item numbers (`n`) or of prices (`p`). */
export function partitionsIn(siteId: string, axis: "n" | "p", { from, to }: Span): string[] {
  const partitions: string[] = [];
  for (let at = from; at < to; ) {
    const fits = (each: number): boolean => at % each === 0 && at + each <= to;
    const level = Math.max(0, sizes[axis].findLastIndex(fits));
    const size = sizes[axis][level] ?? 1;
    partitions.push(`${siteId}${axis}${level}:${at / size}`);
    at += size;
  }
  return partitions;
}

/** The partition of listings without a price. */
export const unpriced = (siteId: string): string[] => [`${siteId}p`];
