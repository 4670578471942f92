import type { ItemStore } from "./item-store.ts";

/** Negative where `a` comes before `b`. */
type Order = (a: number, b: number) => number;

/**
 * The positions of a page in order: the highest ranks first, equal ones (all, without ranks) by the newest.
 * Keeps the candidates that come before the last of the best so far, and by quickselect only the best of them
 * whenever there are twice as many as needed (as Guava's TopKSelector does), so deep pages cost little more.
 */
export function pageOf(
  { numbers: { data: numbers } }: ItemStore,
  positions: Uint32Array,
  ranks: Float32Array | Float64Array | undefined,
  { offset, limit }: { offset: number; limit: number },
): Uint32Array {
  const numberOf = (index: number): number => numbers[positions[index] ?? 0] ?? 0;
  const order: Order = (a, b) => (ranks?.[b] ?? 0) - (ranks?.[a] ?? 0) || numberOf(b) - numberOf(a);
  const end = limit === 0 ? 0 : offset + limit;
  const candidates = new Uint32Array(Math.min(positions.length, end * 2));
  let count = 0;
  let last: number | undefined;
  // Positions are mostly by age, so it begins with the newest.
  for (let index = positions.length - 1; index >= 0 && end > 0; index--) {
    if (last !== undefined && order(last, index) < 0) continue;
    candidates[count++] = index;
    if (count < end * 2) continue;
    quickselect(candidates, end, order);
    last = candidates[end - 1];
    count = end;
  }
  const found = candidates.subarray(0, count);
  quickselect(found, end, order);
  const best = found.subarray(0, end);
  quickselect(best, offset, order);
  return best
    .subarray(offset)
    .sort(order)
    .map((index) => positions[index] ?? 0);
}

/** Quickselect (Hoare): brings the first `n` to the front, the n-th of them last. */
function quickselect(list: Uint32Array, n: number, order: Order): void {
  const at = (index: number): number => list[index] ?? 0;
  let [left, right] = [0, list.length - 1];
  while (left < right) {
    const pivot = at((left + right) >> 1);
    let [low, high] = [left, right];
    while (low <= high) {
      while (order(at(low), pivot) < 0) low++;
      while (order(at(high), pivot) > 0) high--;
      if (low > high) break;
      const swapped = at(low);
      list[low++] = at(high);
      list[high--] = swapped;
    }
    if (n - 1 <= high) right = high;
    else if (n - 1 >= low) left = low;
    else break;
  }
}
