import { RangeUnsatisfiable } from "./errors.ts";
import type { ByteRange } from "./object-store.ts";

/** Gives the first and last byte of a range in an object of `size` bytes (RFC 9110, 14.1.2). */
export function resolveRange(range: ByteRange, size: number): { from: number; to: number } {
  const from = "last" in range ? Math.max(0, size - range.last) : range.from;
  const to = "last" in range ? size - 1 : Math.min(range.to ?? size - 1, size - 1);
  if (from > to || from < 0) throw new RangeUnsatisfiable(size);
  return { from, to };
}
